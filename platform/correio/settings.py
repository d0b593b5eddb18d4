"""Settings of a site. Everything an operator may change comes from the environment.

Without DATABASE_URL and REDIS_URL the servers that `make play` started are used (see `embedded`).
"""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from django.utils.translation import gettext_lazy as _

from correio import embedded

BASE_DIR = Path(__file__).resolve().parent.parent.parent
VAR_DIR = embedded.var_dir()


def _flag(name: str, default: bool) -> bool:
    return os.environ.get(name, "1" if default else "0").lower() in {"1", "true", "yes", "on"}


def _database(url: str) -> dict[str, object]:
    """postgresql://user:password@host:port/name?host=/socket/folder -> Django's form."""
    parts = urlsplit(url)
    query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": query.pop("host", None) or parts.hostname or "",
        "PORT": str(parts.port or query.pop("port", "")),
        "OPTIONS": {"pool": {"min_size": 1, "max_size": 20, "timeout": 10}, **query},
    }


DEBUG = _flag("CORREIO_DEBUG", False)
DEVELOPMENT = _flag("CORREIO_DEVELOPMENT", not os.environ.get("SECRET_KEY"))
"""One machine, mails shown on a page instead of sent; never where strangers reach the site."""

SECRET_KEY = os.environ.get("SECRET_KEY") or embedded.development_secret_key()
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "*" if DEVELOPMENT else "localhost").split(",")
SITE_URL = os.environ.get("SITE_URL", "http://localhost:8000").rstrip("/")
CSRF_TRUSTED_ORIGINS = [origin for origin in os.environ.get("CSRF_TRUSTED_ORIGINS", "").split(",") if origin]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _flag("BEHIND_TLS", False) else None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _flag("BEHIND_TLS", False)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "allauth",
    "allauth.account",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "channels",
    "django_htmx",
    "correio.accounts",
    "correio.due",
    "correio.matches",
    "correio.notifications",
    "correio.lobby",
    "ratings",
    "tournaments",
    "tournaments.ladders",
    "correio.pages",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "correio.statics.StaticFilesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "correio.accounts.middleware.PreferencesMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "correio.urls"
ASGI_APPLICATION = "correio.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "frontend" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "correio.pages.context.site",
            ],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

DATABASES = {"default": _database(embedded.database_url())}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = embedded.redis_url()
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": os.environ.get("REDIS_PREFIX", "correio")},
    }
}

AUTH_USER_MODEL = "correio_accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
"""Only in the browser that signed up, whose session remembers it; elsewhere the link just confirms."""
ACCOUNT_ADAPTER = "correio.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {"login": "correio.accounts.sign_in.SignInForm"}
ACCOUNT_USERNAME_VALIDATORS = "correio.accounts.names.USERNAME_VALIDATORS"
ACCOUNT_USERNAME_MIN_LENGTH = 1
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
LOGIN_REDIRECT_URL = "/my/"
LOGIN_URL = "account_login"
LOGOUT_REDIRECT_URL = "/"

EMAIL_BACKEND = (
    "correio.notifications.mailbox.MailboxBackend"
    if DEVELOPMENT
    else "django.core.mail.backends.smtp.EmailBackend"
)
EMAIL_HOST = os.environ.get("EMAIL_HOST", "localhost")
EMAIL_PORT = int(os.environ.get("EMAIL_PORT", "25"))
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = _flag("EMAIL_USE_TLS", False)
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "Correio <post@localhost>")

CSRF_FAILURE_VIEW = "correio.pages.errors.csrf_failure"
SESSION_ENGINE = "django.contrib.sessions.backends.db"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("pt", _("Portuguese"))]
LOCALE_PATHS = [BASE_DIR / "frontend" / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

EXPORTS_DIR = Path(os.environ.get("EXPORTS_DIR", VAR_DIR / "media" / "exports"))
"""Public dumps of the ratings; every process that makes or serves them must see the same folder."""

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [
    path for path in [BASE_DIR / "frontend" / "dist", BASE_DIR / "frontend" / "public"] if path.is_dir()
]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_IMMUTABLE_FILE_TEST = r"^.+-[0-9A-Za-z_-]{8}\..+$"
VITE_MANIFEST = BASE_DIR / "frontend" / "dist" / ".vite" / "manifest.json"

WORKER_APP = "correio.celery"
"""Module of the Celery app; loaded with Django, so that every process publishes to the same broker."""
CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ACKS_LATE = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "global_keyprefix": os.environ.get("REDIS_PREFIX", "correio") + ":celery:",
    "socket_connect_timeout": 0.5,
    "socket_timeout": 30,
    "visibility_timeout": 600,
}
CELERY_TASK_PUBLISH_RETRY = False

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "knox.auth.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PAGINATION_CLASS": "correio.api.Pagination",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
        "rest_framework.throttling.ScopedRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": os.environ.get("THROTTLE_ANON", "600/min"),
        "user": os.environ.get("THROTTLE_USER", "3000/min"),
        "preview": os.environ.get("THROTTLE_PREVIEW", "600/min"),
        "guest": os.environ.get("THROTTLE_GUEST", "30/hour"),
        "pairing": os.environ.get("THROTTLE_PAIRING", "30/min"),
    },
    "EXCEPTION_HANDLER": "correio.api.error_response",
    "PAGE_SIZE": 50,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Correio",
    "DESCRIPTION": "Matches, lobby, ratings and tournaments. Moves are text lines in each game's notation.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {
        "BotLevel": "correio.accounts.house.LEVELS",
        "BotsAtTournament": "tournaments.models.Tournament.Bots",
        "ByeKind": "tournaments.models.Pairing.Bye",
        "ByeOnRequest": "tournaments.models.RequestedBye.Kind",
        "ClockKind": "correio.matches.models.Match.ClockKind",
        "NoticeKind": "correio.notifications.models.Kind",
        "PlayerKind": "correio.accounts.models.User.Kind",
        "TournamentStatus": "tournaments.models.Tournament.Status",
    },
}
CACHES = {
    "default": {
        "BACKEND": "correio.cache.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": os.environ.get("REDIS_PREFIX", "correio"),
        "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
    }
}

DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "WARNING")},
}
