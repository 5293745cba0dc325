package dev.colonnade.sql.definition.name;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NamespaceEdit;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.definition.lookup.RoleNames;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.definition.SchemaDefinition;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** CREATE DATABASE, ALTER DATABASE and DROP DATABASE. */
final class DatabaseStatements {
  /** Options of CREATE DATABASE. All databases have the same encoding and locale. */
  private static final Set<String> OPTIONS =
      Set.of(
          "allow_connections",
          "collation_version",
          "connection_limit",
          "encoding",
          "icu_locale",
          "is_template",
          "lc_collate",
          "lc_ctype",
          "locale",
          "locale_provider",
          "location",
          "oid",
          "owner",
          "strategy",
          "tablespace",
          "template");

  /** Options of ALTER DATABASE. */
  private static final Set<String> CHANGEABLE =
      Set.of("allow_connections", "connection_limit", "is_template", "tablespace");

  /** PostgreSQL's names of encodings, as letters and digits only. Texts are always in UTF-8. */
  private static final Set<String> ENCODINGS =
      Set.of(
          "abc",
          "alt",
          "eucjis2004",
          "eucjp",
          "euccn",
          "euckr",
          "euctw",
          "iso88591",
          "iso88592",
          "iso88595",
          "iso88596",
          "iso88597",
          "iso88598",
          "iso88599",
          "iso885910",
          "iso885913",
          "iso885914",
          "iso885915",
          "iso885916",
          "koi8",
          "koi8r",
          "koi8u",
          "latin1",
          "latin10",
          "latin2",
          "latin3",
          "latin4",
          "latin5",
          "latin6",
          "latin7",
          "latin8",
          "latin9",
          "muleinternal",
          "sqlascii",
          "tcvn",
          "tcvn5712",
          "unicode",
          "utf8",
          "vscii",
          "win",
          "win1250",
          "win1251",
          "win1252",
          "win1253",
          "win1254",
          "win1255",
          "win1256",
          "win1257",
          "win1258",
          "win866",
          "win874",
          "windows1250",
          "windows1251",
          "windows1252",
          "windows1253",
          "windows1254",
          "windows1255",
          "windows1256",
          "windows1257",
          "windows1258",
          "windows866",
          "windows874");

  /** Databases that PostgreSQL has as templates. */
  private static final Set<String> TEMPLATES = Set.of("template0", "template1");

  private DatabaseStatements() {}

  static void create(SchemaDefinition.CreateDatabase create, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    requireNoBlock(transaction, "CREATE DATABASE");
    requireOptions(create.options(), transaction.catalog());
    RolePrivileges user = transaction.names().privileges();
    if (!user.mayCreateDatabases()) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE, "permission denied to create database");
    }
    requireEmptyTemplate(create.options(), transaction);
    RoleEntry owner = owner(create.options(), transaction.catalog());
    if (owner != null && !user.isMember(owner.id())) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE,
          "must be member of role \"%s\"".formatted(owner.name()));
    }
    transaction
        .catalogChanges()
        .alter(
            edit -> {
              if (owner != null) {
                edit.ownedBy(owner.id());
              }
              return new NamespaceEdit(edit).createDatabase(create.name());
            });
  }

  /** Throws UNSUPPORTED if the template is a database with objects, which are not copied. */
  private static void requireEmptyTemplate(List<Option> options, StatementTransaction transaction) {
    for (Option option : options) {
      DatabaseEntry template =
          option.name().equals("template") && option.value() != null
              ? find(option.value(), transaction.catalog())
              : null;
      if (template == null) {
        continue;
      }
      if (!transaction.names().privileges().owns(template.id())) {
        throw new ColonnadeException(
            ErrorCode.INSUFFICIENT_PRIVILEGE,
            "permission denied to copy database \"%s\"".formatted(template.name()));
      }
      boolean isEmpty =
          transaction.catalog().schemas(template.id()).stream()
              .allMatch(
                  schema ->
                      schema.name().equals(BuiltIns.PUBLIC)
                          && transaction.catalog().relations(schema.id()).isEmpty()
                          && transaction.catalog().types(schema.id()).isEmpty());
      if (!isEmpty) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED,
            "CREATE DATABASE with a template that has objects is not supported",
            ErrorFields.NONE.withDetail(
                "The objects of database \"%s\" would not be copied.".formatted(template.name())));
      }
    }
  }

  /** Returns the role of the option OWNER; null without it. */
  private static @Nullable RoleEntry owner(List<Option> options, CatalogSnapshot catalog) {
    for (Option option : options) {
      if (option.name().equals("owner") && option.value() != null) {
        return RoleNames.require(catalog, option.value());
      }
    }
    return null;
  }

  private static void requireOptions(List<Option> options, CatalogSnapshot catalog) {
    Set<String> seen = new HashSet<>();
    for (Option option : options) {
      if (!OPTIONS.contains(option.name())) {
        throw unrecognized(option);
      }
      if (!seen.add(option.name())) {
        throw new ColonnadeException(
            ErrorCode.SYNTAX_ERROR,
            "conflicting or redundant options",
            ErrorFields.at(option.position() + 1));
      }
    }
    for (Option option : options) {
      String value = option.value();
      if (option.name().equals("owner") && value != null) {
        RoleNames.require(catalog, value);
      }
      if (option.name().equals("encoding") && value != null) {
        requireEncoding(option, value);
      }
      if (option.name().equals("template") && value != null && !isTemplate(value, catalog)) {
        throw new ColonnadeException(
            ErrorCode.UNKNOWN_DATABASE, "template database \"%s\" does not exist".formatted(value));
      }
    }
  }

  private static void requireEncoding(Option option, String value) {
    String name = value.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    if (!ENCODINGS.contains(name)) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT,
          value + " is not a valid encoding name",
          ErrorFields.at(option.position() + 1));
    }
  }

  private static ColonnadeException unrecognized(Option option) {
    return new ColonnadeException(
        ErrorCode.SYNTAX_ERROR,
        "option \"%s\" not recognized".formatted(option.name()),
        ErrorFields.at(option.position() + 1));
  }

  private static boolean isTemplate(String name, CatalogSnapshot catalog) {
    return TEMPLATES.contains(name) || find(name, catalog) != null;
  }

  private static @Nullable DatabaseEntry find(String name, CatalogSnapshot catalog) {
    return catalog.databases().stream()
        .filter(database -> database.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  /** Runs ALTER DATABASE with options, which no database has. */
  static void alter(SchemaDefinition.AlterDatabase alter, Execution execution) {
    for (Option option : alter.options()) {
      if (!CHANGEABLE.contains(option.name())) {
        throw unrecognized(option);
      }
    }
    execution.transaction().catalog().database(alter.name());
    throw new ColonnadeException(ErrorCode.UNSUPPORTED, "ALTER DATABASE is not supported");
  }

  static void drop(SchemaDefinition.DropDatabase drop, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    requireNoBlock(transaction, "DROP DATABASE");
    CatalogSnapshot catalog = transaction.catalog();
    DatabaseEntry database =
        drop.ifExists() ? find(drop.name(), catalog) : catalog.database(drop.name());
    if (database == null) {
      execution.notices().skipped("database \"%s\" does not exist".formatted(drop.name()));
      return;
    }
    if (database.equals(transaction.names().database())) {
      throw new ColonnadeException(
          ErrorCode.OBJECT_IN_USE, "cannot drop the currently open database");
    }
    PrivilegeChecks.requireOwner(transaction.names(), database);
    int sessions = transaction.session().sessionCount(database.id());
    if (sessions > 0) {
      throw inUse(database, sessions);
    }
    transaction
        .catalogChanges()
        .alter(
            edit -> {
              new NamespaceEdit(edit).dropDatabase(database);
              return database;
            });
  }

  private static ColonnadeException inUse(DatabaseEntry database, int sessions) {
    return new ColonnadeException(
        ErrorCode.OBJECT_IN_USE,
        "database \"%s\" is being accessed by other users".formatted(database.name()),
        ErrorFields.NONE.withDetail(
            sessions == 1
                ? "There is 1 other session using the database."
                : "There are %d other sessions using the database.".formatted(sessions)));
  }

  private static void requireNoBlock(StatementTransaction transaction, String tag) {
    if (transaction.isInBlock()) {
      throw new ColonnadeException(
          ErrorCode.ACTIVE_TRANSACTION, tag + " cannot run inside a transaction block");
    }
  }

  /** Renames a database. */
  static void rename(String name, String newName, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    DatabaseEntry database = transaction.catalog().database(name);
    PrivilegeChecks.requireOwner(transaction.names(), database);
    if (!transaction.names().privileges().mayCreateDatabases()) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE, "permission denied to rename database");
    }
    if (database.equals(transaction.names().database())) {
      throw new ColonnadeException(ErrorCode.UNSUPPORTED, "current database cannot be renamed");
    }
    transaction
        .catalogChanges()
        .alter(
            edit -> {
              new NamespaceEdit(edit).renameDatabase(database, newName);
              return database;
            });
  }
}
