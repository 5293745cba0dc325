"""Django over psycopg: the migrations of its own apps, a model of all fields, queries, introspection, changes."""
import datetime
import decimal
import io
import sys
import uuid
from pathlib import Path

import django
from django.apps import AppConfig
from django.conf import settings


class Shop(AppConfig):
    name, label, path = "__main__", "shop", str(Path(__file__).parent)


APPS = ["contenttypes", "auth", "sessions", "postgres"]
settings.configure(
    USE_TZ=True,
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    INSTALLED_APPS=["django.contrib." + app for app in APPS] + ["__main__.Shop"],
    DATABASES={"default": {"ENGINE": "django.db.backends.postgresql", "NAME": "colonnade", "USER": "postgres",
                           "HOST": "127.0.0.1", "PORT": sys.argv[1]}})
django.setup()

from django.contrib.auth.models import Group, Permission, User
from django.contrib.postgres.aggregates import ArrayAgg
from django.contrib.postgres.fields import ArrayField
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction
from django.db.models import Count, F, Max, OuterRef, Q, Subquery, Sum, Window
from django.db.models.functions import Rank, TruncMonth


class Author(models.Model):
    name = models.CharField(max_length=50, unique=True)
    email = models.EmailField(blank=True, db_index=True)

    class Meta:
        app_label = "shop"


class Book(models.Model):
    author = models.ForeignKey(Author, on_delete=models.CASCADE, related_name="books")
    title = models.TextField(db_comment="the title")
    price = models.DecimalField(max_digits=8, decimal_places=2)
    published = models.DateField()
    at = models.DateTimeField(auto_now_add=True)
    key = models.UUIDField(default=uuid.uuid4, unique=True)
    data = models.JSONField(default=dict)
    blob = models.BinaryField(default=b"")
    words = ArrayField(models.CharField(max_length=20), default=list)
    length = models.DurationField()
    count = models.PositiveSmallIntegerField(default=0)

    class Meta:
        app_label = "shop"
        ordering = ["title"]
        constraints = [models.UniqueConstraint(fields=["author", "title"], name="shop_once"),
                       models.UniqueConstraint(fields=["title"], condition=Q(count=0), name="shop_part")]
        indexes = [models.Index(fields=["-at", "price"], name="shop_at")]


def command(*arguments, **options):
    out = io.StringIO()
    call_command(*arguments, stdout=out, no_color=True, verbosity=0, **options)
    return out.getvalue()


def field(kind, name, model):
    kind.set_attributes_from_name(name)
    kind.model = model
    return kind


def change_schema():
    with connection.schema_editor() as editor:
        added = field(models.IntegerField(default=7), "added", Book)
        editor.add_field(Book, added)
    with connection.schema_editor() as editor:
        wider = field(models.BigIntegerField(default=7, null=True, db_index=True), "renamed", Book)
        editor.alter_field(Book, added, wider)
        editor.alter_field(Author, Author._meta.get_field("name"), field(models.CharField(max_length=99, unique=True), "name", Author))
        editor.alter_field(Book, Book._meta.get_field("count"), field(models.PositiveIntegerField(default=0), "number", Book))
    with connection.schema_editor() as editor:
        editor.alter_field(Book, field(models.PositiveIntegerField(default=0), "number", Book), Book._meta.get_field("count"))
        editor.remove_field(Book, wider)


command("migrate")
command("migrate", "auth", "0005")
command("migrate")
with connection.cursor() as cursor:
    cursor.execute("drop table if exists shop_book, shop_author")
with connection.schema_editor() as editor:
    editor.create_model(Author)
    editor.create_model(Book)

ann, bob = Author.objects.create(name="Ann"), Author.objects.create(name="Bob")
for i in range(6):
    Book.objects.create(
        author=[ann, bob][i % 2], title=f"Title {i}", price=decimal.Decimal("1.25") * i,
        published=datetime.date(2020, 1 + i, 1), key=uuid.UUID(int=i), data={"n": i, "l": [1, {"z": None}]},
        blob=bytes([0, i, 255]), words=["a", "b"][:i % 3], length=datetime.timedelta(days=i, seconds=3))
book = Book.objects.get(key=uuid.UUID(int=5))
assert (book.price, book.data["l"], bytes(book.blob), book.words, book.length) == (
    decimal.Decimal("6.25"), [1, {"z": None}], b"\x00\x05\xff", ["a", "b"], datetime.timedelta(days=5, seconds=3)), book
names = [f"N{i}" for i in range(40)]
Author.objects.bulk_create([Author(name=n) for n in names])
Author.objects.bulk_create([Author(name=n, email="x@y") for n in names], update_conflicts=True, unique_fields=["name"], update_fields=["email"])
assert Author.objects.filter(email="x@y").count() == 40
assert len(list(Author.objects.iterator(chunk_size=10))) == 42

counted = Author.objects.annotate(n=Count("books"), dearest=Max("books__price")).filter(n__gt=0).order_by("name")
assert list(counted.values_list("name", "n", "dearest")) == [("Ann", 3, decimal.Decimal("5.00")), ("Bob", 3, decimal.Decimal("6.25"))]
last = Book.objects.filter(author=OuterRef("pk")).order_by("-published").values("title")[:1]
assert list(Author.objects.filter(name__in=["Ann", "Bob"]).annotate(last=Subquery(last)).order_by("id").values_list("last", flat=True)) == ["Title 4", "Title 5"]
assert Book.objects.filter(data__n=3, words__contains=[]).count() == 1
assert Book.objects.filter(data__has_key="l", words__overlap=["b"], title__icontains="TITLE").count() == 2
ranks = Book.objects.annotate(r=Window(Rank(), partition_by=[F("author")], order_by=F("price").desc())).filter(r=1)
assert list(ranks.values_list("title", flat=True)) == ["Title 4", "Title 5"]
assert Book.objects.annotate(m=TruncMonth("published")).values("m").annotate(s=Sum("price")).count() == 6
assert Author.objects.filter(name="Ann").values("name").annotate(t=ArrayAgg("books__title", order_by="books__title"))[0]["t"][2] == "Title 4"
assert Book.objects.update(price=F("price") + 1) == 6

try:
    with transaction.atomic():
        Author.objects.create(name="Zed")
        try:
            with transaction.atomic():
                Author.objects.create(name="Zed")
            raise SystemExit("a name came twice")
        except IntegrityError:
            pass
        assert Author.objects.select_for_update(skip_locked=True).get(name="Zed")
        raise ValueError
except ValueError:
    assert not Author.objects.filter(name="Zed").exists()

change_schema()
with connection.cursor() as cursor:
    found = connection.introspection.get_constraints(cursor, "shop_book")
assert found["shop_at"]["columns"] == ["at", "price"] and found["shop_at"]["orders"] == ["DESC", "ASC"], found
assert found["shop_once"]["unique"] and found["shop_part"]["columns"] == ["title"], found
assert "author = models.ForeignKey('ShopAuthor', models.DO_NOTHING)" in command("inspectdb", "shop_book")

User.objects.filter(username="joe").delete()
Group.objects.filter(name="readers").delete()
readers = Group.objects.create(name="readers")
readers.permissions.set(Permission.objects.filter(codename__startswith="view_"))
joe = User.objects.create_user("joe", password="secret")
joe.groups.add(readers)
assert joe.check_password("secret") and "auth.view_user" in joe.get_all_permissions()
assert ann.delete()[0] == 4
with connection.schema_editor() as editor:
    editor.delete_model(Book)
    editor.delete_model(Author)
print("ok")
