package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.EnumType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot as one session sees it: one database, and a path of schemas in which names are looked
 * up that come without one. Errors are PostgreSQL's. Immutable.
 */
public final class NameScope {
  private static final Pattern PART =
      Pattern.compile("\\G\\s*(?:\"((?:[^\"]|\"\")+)\"|([^\\s.\"]+))\\s*(?:\\.|$)");

  private final CatalogSnapshot catalog;
  private final DatabaseEntry database;
  private final List<SchemaEntry> path;

  /** What the session's schema for temporary tables is called; it need not be there. */
  private final String temporaryName;

  /** A scope; schemas of other databases are not looked into. */
  public NameScope(CatalogSnapshot catalog, DatabaseEntry database, List<SchemaEntry> path) {
    this(catalog, database, path, SchemaEntry.TEMPORARY_ALIAS);
  }

  private NameScope(
      CatalogSnapshot catalog,
      DatabaseEntry database,
      List<SchemaEntry> path,
      String temporaryName) {
    this.temporaryName = requireNonNull(temporaryName, "temporaryName is null");
    this.catalog = requireNonNull(catalog, "catalog is null");
    this.database = requireNonNull(database, "database is null");
    this.path = List.copyOf(path);
  }

  /**
   * The scope of a session that has nothing temporary.
   *
   * @param searchPath the setting {@code search_path}: schemas that are not there are passed over
   * @param user stands for {@code $user}
   */
  public static NameScope of(
      CatalogSnapshot catalog, DatabaseEntry database, String searchPath, String user) {
    return new NameScope(catalog, database, path(catalog, database, names(searchPath), user));
  }

  /**
   * The scope of a session. What is temporary comes first, unless the path says where it comes.
   *
   * @param temporaryName what the session's schema for temporary tables is called
   */
  public static NameScope of(
      CatalogSnapshot catalog,
      DatabaseEntry database,
      String searchPath,
      String user,
      String temporaryName) {
    List<String> names = new ArrayList<>(names(searchPath));
    if (!names.contains(SchemaEntry.TEMPORARY_ALIAS)) {
      names.addFirst(SchemaEntry.TEMPORARY_ALIAS);
    }
    names.replaceAll(name -> name.equals(SchemaEntry.TEMPORARY_ALIAS) ? temporaryName : name);
    return new NameScope(catalog, database, path(catalog, database, names, user), temporaryName);
  }

  private static List<SchemaEntry> path(
      CatalogSnapshot catalog, DatabaseEntry database, List<String> names, String user) {
    List<SchemaEntry> path = new ArrayList<>();
    for (String name : names) {
      SchemaEntry schema = catalog.findSchema(database.id(), name.equals("$user") ? user : name);
      if (schema != null && !path.contains(schema)) {
        path.add(schema);
      }
    }
    return path;
  }

  /** One table and nothing else, by its name without a schema. */
  public static NameScope alone(Table table) {
    CatalogSnapshot catalog = CatalogSnapshot.alone(table);
    return of(catalog, BuiltIns.COLONNADE, BuiltIns.PUBLIC, "");
  }

  /** The same path in another snapshot. */
  public NameScope in(CatalogSnapshot other) {
    return new NameScope(
        other,
        database,
        path.stream().filter(schema -> other.findSchema(schema.id()) != null).toList(),
        temporaryName);
  }

  /** The scope of a query that was written elsewhere: its own path. */
  public NameScope withPath(List<Integer> schemaIds) {
    List<SchemaEntry> found = new ArrayList<>();
    for (int id : schemaIds) {
      SchemaEntry schema = catalog.findSchema(id);
      if (schema != null) {
        found.add(schema);
      }
    }
    return new NameScope(catalog, database, found, temporaryName);
  }

  /** Whether all names mean the same in another scope. */
  public boolean isSameAs(NameScope other) {
    return this == other
        || (catalog.version() == other.catalog.version()
            && database.id() == other.database.id()
            && pathIds().equals(other.pathIds()));
  }

  public CatalogSnapshot catalog() {
    return catalog;
  }

  public DatabaseEntry database() {
    return database;
  }

  /** The schemas in which names are looked up, first those that come first. */
  public List<SchemaEntry> path() {
    return path;
  }

  /** What the session's schema for temporary tables is called; it need not be there. */
  public String temporaryName() {
    return temporaryName;
  }

  /** The session's schema for temporary tables; null if there is none yet. */
  public @Nullable SchemaEntry temporarySchema() {
    return catalog.findSchema(database.id(), temporaryName);
  }

  /** Whether a schema is there for what is temporary of another session. */
  public boolean isOthersTemporary(SchemaEntry schema) {
    return schema.isTemporary() && !schema.name().equals(temporaryName);
  }

  /** The schemas of the path without those of what is temporary. */
  public List<SchemaEntry> lastingPath() {
    return path.stream().filter(schema -> !schema.isTemporary()).toList();
  }

  /** The ids of the schemas of the path. */
  public List<Integer> pathIds() {
    return path.stream().map(SchemaEntry::id).toList();
  }

  /** Where objects are created that are named without a schema; UNKNOWN_SCHEMA if nowhere. */
  public SchemaEntry creationSchema() {
    List<SchemaEntry> lasting = lastingPath();
    if (lasting.isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_SCHEMA, "no schema has been selected to create in");
    }
    return lasting.getFirst();
  }

  /** The schema of this name; UNKNOWN_SCHEMA if there is none. */
  public SchemaEntry schema(String name) {
    SchemaEntry schema = findSchema(name);
    if (schema == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_SCHEMA, "schema \"%s\" does not exist".formatted(name));
    }
    return schema;
  }

  /** The whole name of an object that is to be created, renamed or moved. */
  public ObjectName newName(List<String> names) {
    List<String> parts = withoutDatabase(names);
    SchemaEntry schema = parts.size() == 1 ? creationSchema() : schema(parts.getFirst());
    return new ObjectName(schema.id(), parts.getLast());
  }

  /** The relation of this name, or null. */
  public @Nullable Relation findRelation(List<String> names) {
    return find(names, catalog::findRelation);
  }

  /** The relation of this name; UNKNOWN_TABLE if there is none. */
  public Relation relation(List<String> names) {
    Relation relation = findRelation(names);
    if (relation == null) {
      throw unknownRelation(names);
    }
    return relation;
  }

  /** The table of this name; UNKNOWN_TABLE if there is none, WRONG_OBJECT_TYPE if it is another. */
  public Table table(List<String> names) {
    return switch (relation(names)) {
      case Table table -> table;
      case View view -> throw wrongKind(view, "table");
      case SequenceEntry sequence -> throw wrongKind(sequence, "table");
    };
  }

  /** The sequence of this name; UNKNOWN_TABLE if there is none, WRONG_OBJECT_TYPE otherwise. */
  public SequenceEntry sequence(List<String> names) {
    return switch (relation(names)) {
      case SequenceEntry sequence -> sequence;
      case Table table -> throw wrongKind(table, "sequence");
      case View view -> throw wrongKind(view, "sequence");
    };
  }

  /** The enum of this name, or null. */
  public @Nullable EnumType findEnum(List<String> names) {
    return find(names, catalog::findEnum);
  }

  /** The enum of this name; UNKNOWN_OBJECT if there is none. */
  public EnumType enumType(List<String> names) {
    EnumType type = findEnum(names);
    if (type == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT, "type \"%s\" does not exist".formatted(text(names)));
    }
    return type;
  }

  /** A relation as others have to write it: with its schema where the path does not find it. */
  public String nameOf(Relation relation) {
    Relation seen = findRelation(List.of(relation.name()));
    SchemaEntry schema = catalog.findSchema(relation.schemaId());
    boolean isVisible = seen != null && seen.id() == relation.id();
    return isVisible || schema == null
        ? quoted(relation.name())
        : quoted(schema.name()) + "." + quoted(relation.name());
  }

  /**
   * The parts of a name as a text has it: {@code schema."Name"}. INVALID_NAME if it is not of that
   * form.
   */
  public static List<String> split(String text) {
    List<String> parts = new ArrayList<>();
    Matcher matcher = PART.matcher(text.strip());
    int end = 0;
    while (matcher.find()) {
      String quoted = matcher.group(1);
      parts.add(
          quoted == null
              ? matcher.group(2).toLowerCase(Locale.ROOT)
              : quoted.replace("\"\"", "\""));
      end = matcher.end();
    }
    if (parts.isEmpty() || end < text.strip().length() || text.strip().endsWith(".")) {
      throw new ColonnadeException(ErrorCode.INVALID_NAME, "invalid name syntax");
    }
    return parts;
  }

  /** A name as SQL has to write it. */
  public static String quoted(String name) {
    return name.matches("[a-z_][a-z0-9_$]*") ? name : '"' + name.replace("\"", "\"\"") + '"';
  }

  /** That no relation has this name. */
  public static ColonnadeException unknownRelation(List<String> names) {
    return new ColonnadeException(
        ErrorCode.UNKNOWN_TABLE, "relation \"%s\" does not exist".formatted(text(names)));
  }

  /** That a relation is of another kind. */
  public static ColonnadeException wrongKind(Relation relation, String wanted) {
    return new ColonnadeException(
        ErrorCode.WRONG_OBJECT_TYPE, "\"%s\" is not a %s".formatted(relation.name(), wanted));
  }

  private <T> @Nullable T find(List<String> names, Function<ObjectName, @Nullable T> lookUp) {
    List<String> parts = withoutDatabase(names);
    String name = parts.getLast();
    if (parts.size() == 2) {
      SchemaEntry schema = findSchema(parts.getFirst());
      return schema == null ? null : lookUp.apply(new ObjectName(schema.id(), name));
    }
    for (SchemaEntry schema : path) {
      T found = lookUp.apply(new ObjectName(schema.id(), name));
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private @Nullable SchemaEntry findSchema(String name) {
    SchemaEntry schema =
        catalog.findSchema(
            database.id(), name.equals(SchemaEntry.TEMPORARY_ALIAS) ? temporaryName : name);
    if (schema != null && isOthersTemporary(schema)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "cannot access temporary tables of other sessions");
    }
    return schema;
  }

  private List<String> withoutDatabase(List<String> names) {
    if (names.size() > 3) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "improper qualified name (too many dotted names): " + text(names));
    }
    if (names.size() == 3 && !names.getFirst().equals(database.name())) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "cross-database references are not implemented: \"%s\"".formatted(text(names)));
    }
    return names.size() == 3 ? names.subList(1, 3) : names;
  }

  private static String text(List<String> names) {
    return String.join(".", names);
  }

  /** The names of a list with commas; those in quotes as they are, the others in small letters. */
  private static List<String> names(String list) {
    List<String> names = new ArrayList<>();
    for (String part : list.split(",", -1)) {
      String name = part.strip();
      boolean isQuoted = name.length() > 1 && name.startsWith("\"") && name.endsWith("\"");
      names.add(
          isQuoted
              ? name.substring(1, name.length() - 1).replace("\"\"", "\"")
              : name.toLowerCase(Locale.ROOT));
    }
    return names;
  }
}
