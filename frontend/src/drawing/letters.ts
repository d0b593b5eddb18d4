/** The sign for fish in strokes of a 24 x 24 field: many machines have no font with it. */
export const FISH = "魚";
export const FISH_STROKES = "M9.500 1.300 5 6.400M8.400 3.100h7.200L13 6.400M4.800 6.500h14.400v8.700H4.800zM12 6.500v8.700M4.800 10.800h14.400M5.600 17.800 3.200 22M9.600 18l.8 3.600M14 18l1.300 3.600M18.500 17.800 21 22";
