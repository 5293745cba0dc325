package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.catalog.privilege.RowSecurity;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.UserType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Name resolution of a SQL session: a catalog snapshot, the current database and the search path,
 * the schemas in which unqualified names are looked up. Errors equal PostgreSQL's. Immutable.
 */
public final class NameScope {
  private static final Pattern PART =
      Pattern.compile("\\G\\s*(?:\"((?:[^\"]|\"\")+)\"|([^\\s.\"]+))\\s*(?:\\.|$)");

  /** Element of a list of names, with the comma behind it. */
  private static final Pattern LISTED =
      Pattern.compile("\\G\\s*(?:\"((?:[^\"]|\"\")*)\"\\s*|([^,\"]+))(?:,|$)");

  /** User of a scope that is of no session. */
  private static final String SUPERUSER = "postgres";

  private final CatalogSnapshot catalog;
  private final DatabaseEntry database;
  private final List<SchemaEntry> path;

  /** Name of the session's schema for temporary tables, which may not exist. */
  private final String temporaryName;

  /** Name of the role that the rights belong to. */
  private final String user;

  private final RolePrivileges privileges;

  /** Receives the lookups; null if nothing has to know them. */
  private final @Nullable CatalogLookups lookups;

  /** Creates the scope of a superuser. All schemas of {@code path} must be in {@code database}. */
  public NameScope(CatalogSnapshot catalog, DatabaseEntry database, List<SchemaEntry> path) {
    this(
        catalog,
        database,
        path,
        SchemaEntry.TEMPORARY_ALIAS,
        SUPERUSER,
        RolePrivileges.ofSystem(catalog),
        null);
  }

  private NameScope(
      CatalogSnapshot catalog,
      DatabaseEntry database,
      List<SchemaEntry> path,
      String temporaryName,
      String user,
      RolePrivileges privileges,
      @Nullable CatalogLookups lookups) {
    this.lookups = lookups;
    this.privileges = requireNonNull(privileges, "privileges is null");
    this.user = requireNonNull(user, "user is null");
    this.temporaryName = requireNonNull(temporaryName, "temporaryName is null");
    this.catalog = requireNonNull(catalog, "catalog is null");
    this.database = requireNonNull(database, "database is null");
    this.path = List.copyOf(path);
  }

  /**
   * Returns the scope of a superuser without temporary objects.
   *
   * @param searchPath the setting {@code search_path}; schemas that do not exist are skipped
   * @param user replaces {@code $user}
   */
  public static NameScope of(
      CatalogSnapshot catalog, DatabaseEntry database, String searchPath, String user) {
    return of(
        catalog,
        database,
        searchPath,
        user,
        SchemaEntry.TEMPORARY_ALIAS,
        RolePrivileges.ofSystem(catalog));
  }

  /**
   * Returns the scope of a session. The schema of temporary objects is the first of the path,
   * unless {@code searchPath} contains it.
   *
   * @param temporaryName name of the session's schema for temporary tables
   * @param privileges rights of the user
   */
  public static NameScope of(
      CatalogSnapshot catalog,
      DatabaseEntry database,
      String searchPath,
      String user,
      String temporaryName,
      RolePrivileges privileges) {
    List<String> names = new ArrayList<>(names(searchPath));
    if (!names.contains(SchemaEntry.TEMPORARY_ALIAS)) {
      names.addFirst(SchemaEntry.TEMPORARY_ALIAS);
    }
    names.replaceAll(name -> name.equals(SchemaEntry.TEMPORARY_ALIAS) ? temporaryName : name);
    return new NameScope(
        catalog,
        database,
        path(catalog, database, names, user, temporaryName, privileges),
        temporaryName,
        user,
        privileges,
        null);
  }

  /** Returns the schemas of a path that exist and that the user may use. */
  private static List<SchemaEntry> path(
      CatalogSnapshot catalog,
      DatabaseEntry database,
      List<String> names,
      String user,
      String temporaryName,
      RolePrivileges privileges) {
    List<SchemaEntry> path = new ArrayList<>();
    for (String name : names) {
      SchemaEntry schema = catalog.findSchema(database.id(), name.equals("$user") ? user : name);
      boolean isUsable =
          schema != null
              && (schema.name().equals(temporaryName)
                  || privileges.has(Privilege.USAGE, SecuredKind.SCHEMA, schema.id()));
      if (schema != null && isUsable && !path.contains(schema)) {
        path.add(schema);
      }
    }
    return path;
  }

  /**
   * Returns a scope in which one table is visible by its unqualified name, and no other relation.
   */
  public static NameScope ofTable(Table table) {
    CatalogSnapshot catalog = CatalogSnapshot.ofTable(table);
    return of(catalog, BuiltIns.COLONNADE, BuiltIns.PUBLIC, SUPERUSER);
  }

  /** Returns a scope with the same path in another snapshot. */
  public NameScope in(CatalogSnapshot other) {
    return new NameScope(
        other,
        database,
        path.stream().filter(schema -> other.findSchema(schema.id()) != null).toList(),
        temporaryName,
        user,
        privileges.in(other),
        lookups);
  }

  /**
   * Returns a scope with another path: that of a view's creation, in which its query is resolved.
   */
  public NameScope withPath(List<Integer> schemaIds) {
    List<SchemaEntry> found = new ArrayList<>();
    for (int id : schemaIds) {
      SchemaEntry schema = findSchema(id);
      if (schema != null) {
        found.add(schema);
      }
    }
    return new NameScope(catalog, database, found, temporaryName, user, privileges, lookups);
  }

  /** Returns the same scope, whose lookups from now on are added to {@code recorded}. */
  public NameScope recording(CatalogLookups recorded) {
    return new NameScope(catalog, database, path, temporaryName, user, privileges, recorded);
  }

  /** Returns whether every name resolves to the same object in another scope. */
  public boolean isEquivalentTo(NameScope other) {
    return this == other
        || (catalog.version() == other.catalog.version()
            && database.id() == other.database.id()
            && user.equals(other.user)
            && privileges.isSuperuser() == other.privileges.isSuperuser()
            && pathIds().equals(other.pathIds()));
  }

  /** Returns the catalog; what is read there counts as all of it where lookups are recorded. */
  public CatalogSnapshot catalog() {
    if (lookups != null) {
      lookups.all();
    }
    return catalog;
  }

  /** Returns the same scope with the rights of the system. */
  public NameScope ofSystem() {
    return new NameScope(
        catalog, database, path, temporaryName, user, RolePrivileges.ofSystem(catalog), lookups);
  }

  /** Returns the name of the role on whose behalf names are resolved. */
  public String user() {
    return user;
  }

  /** Returns the rights of the role on whose behalf names are resolved. */
  public RolePrivileges privileges() {
    return privileges;
  }

  /**
   * Returns the row-level security of a table, as far as it applies to a role.
   *
   * @param roleId role whose policies apply, which is another one inside of a view
   */
  public RowSecurity rowSecurity(int tableId, int roleId) {
    RowSecurity found = catalog.rowSecurityOf(tableId, roleId, database.id());
    if (lookups != null) {
      lookups.rowSecurity(tableId, roleId, database.id(), found);
    }
    return found;
  }

  /** Returns the owner of an object. */
  public int ownerOf(int objectId) {
    int owner = catalog.access(objectId).ownerId();
    if (lookups != null) {
      lookups.owner(objectId, owner);
    }
    return owner;
  }

  public DatabaseEntry database() {
    return database;
  }

  /** Returns the search path in lookup order. */
  public List<SchemaEntry> path() {
    return path;
  }

  /** Returns the name of the session's schema for temporary tables, which may not exist. */
  public String temporaryName() {
    return temporaryName;
  }

  /** Returns the session's schema for temporary tables, or null if it does not exist. */
  public @Nullable SchemaEntry temporarySchema() {
    return findSchemaNamed(temporaryName);
  }

  /** Returns whether a schema contains temporary objects of another session. */
  public boolean isTemporaryOfOtherSession(SchemaEntry schema) {
    return schema.isTemporary() && !schema.name().equals(temporaryName);
  }

  /** Returns the search path without temporary schemas. */
  public List<SchemaEntry> permanentPath() {
    return path.stream().filter(schema -> !schema.isTemporary()).toList();
  }

  /** Returns the ids of the schemas of the search path. */
  public List<Integer> pathIds() {
    return path.stream().map(SchemaEntry::id).toList();
  }

  /**
   * Returns the schema in which objects with unqualified names are created. Throws UNKNOWN_SCHEMA
   * if the path contains no permanent schema.
   */
  public SchemaEntry creationSchema() {
    List<SchemaEntry> lasting = permanentPath();
    if (lasting.isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_SCHEMA, "no schema has been selected to create in");
    }
    return lasting.getFirst();
  }

  /** Returns the schema of this name. Throws UNKNOWN_SCHEMA if there is none. */
  public SchemaEntry schema(String name) {
    SchemaEntry schema = findSchema(name);
    if (schema == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_SCHEMA, "schema \"%s\" does not exist".formatted(name));
    }
    return schema;
  }

  /** Returns the qualified name of an object to be created, renamed or moved. */
  public ObjectName newName(List<String> names) {
    List<String> parts = withoutDatabase(names);
    SchemaEntry schema = parts.size() == 1 ? creationSchema() : schema(parts.getFirst());
    return new ObjectName(schema.id(), parts.getLast());
  }

  /** Returns the relation of this name, or null. */
  public @Nullable Relation findRelation(List<String> names) {
    return find(names, this::findRelation);
  }

  /** Returns the relation of this name, or null. */
  public @Nullable Relation findRelation(ObjectName name) {
    Relation found = catalog.findRelation(name);
    if (lookups != null) {
      lookups.relation(name, found);
    }
    return found;
  }

  /** Returns the relation of this id, or null. */
  public @Nullable Relation findRelation(int id) {
    Relation found = catalog.findRelation(id);
    if (lookups != null) {
      lookups.relation(id, found);
    }
    return found;
  }

  /** Returns the schema of this id, or null. */
  public @Nullable SchemaEntry findSchema(int id) {
    SchemaEntry found = catalog.findSchema(id);
    if (lookups != null) {
      lookups.schema(id, found);
    }
    return found;
  }

  /** Returns the schema of this name in the database, or null; {@code pg_temp} is the session's. */
  public @Nullable SchemaEntry findSchemaNamed(String name) {
    String effective = name.equals(SchemaEntry.TEMPORARY_ALIAS) ? temporaryName : name;
    SchemaEntry found = catalog.findSchema(database.id(), effective);
    if (lookups != null) {
      lookups.schema(database.id(), effective, found);
    }
    return found;
  }

  /** Returns the type of this name, or null. */
  public @Nullable UserType findType(ObjectName name) {
    UserType found = catalog.findType(name);
    if (lookups != null) {
      lookups.type(name, found);
    }
    return found;
  }

  /** Returns the type of this id with its name, or null. */
  public Map.@Nullable Entry<ObjectName, UserType> findNamedType(int id) {
    Map.Entry<ObjectName, UserType> found = catalog.findNamedType(id);
    if (lookups != null) {
      lookups.type(id, found);
    }
    return found;
  }

  /** Returns the relation of this name. Throws UNKNOWN_TABLE if there is none. */
  public Relation relation(List<String> names) {
    Relation relation = findRelation(names);
    if (relation == null) {
      throw unknownRelation(names);
    }
    return relation;
  }

  /**
   * Returns the table of this name. Throws UNKNOWN_TABLE if there is no relation of this name,
   * WRONG_OBJECT_TYPE if it is no table.
   */
  public Table table(List<String> names) {
    return switch (relation(names)) {
      case Table table -> table;
      case View view -> throw wrongKind(view, "table");
      case SequenceEntry sequence -> throw wrongKind(sequence, "table");
    };
  }

  /**
   * Returns the sequence of this name. Throws UNKNOWN_TABLE if there is no relation of this name,
   * WRONG_OBJECT_TYPE if it is no sequence.
   */
  public SequenceEntry sequence(List<String> names) {
    return switch (relation(names)) {
      case SequenceEntry sequence -> sequence;
      case Table table -> throw wrongKind(table, "sequence");
      case View view -> throw wrongKind(view, "sequence");
    };
  }

  /** Returns the type of this name, or null. */
  public @Nullable UserType findType(List<String> names) {
    return find(names, this::findType);
  }

  /** Returns the type of this id, or null. */
  public @Nullable UserType findType(int id) {
    Map.Entry<ObjectName, UserType> found = findNamedType(id);
    return found == null ? null : found.getValue();
  }

  /**
   * Returns the SQL name of a relation, qualified with its schema unless the search path finds the
   * relation without.
   */
  public String nameOf(Relation relation) {
    Relation seen = findRelation(List.of(relation.name()));
    SchemaEntry schema = findSchema(relation.schemaId());
    boolean isVisible = seen != null && seen.id() == relation.id();
    return isVisible || schema == null
        ? quoted(relation.name())
        : quoted(schema.name()) + "." + quoted(relation.name());
  }

  /**
   * Returns the parts of a qualified name such as {@code schema."Name"}. Throws INVALID_NAME if the
   * text has another form.
   */
  public static List<String> split(String text) {
    if (isPlain(text)) {
      return List.of(text);
    }
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

  /** Returns whether a text is an identifier that stands for itself. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      boolean isLetter = (next >= 'a' && next <= 'z') || next == '_';
      if (!isLetter && (i == 0 || next < '0' || next > '9')) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /** Returns the name as a SQL identifier, in double quotes if necessary. */
  public static String quoted(String name) {
    return isPlain(name.replace('$', '_')) && !name.startsWith("$")
        ? name
        : '"' + name.replace("\"", "\"\"") + '"';
  }

  /** Returns the error for a name of no relation. */
  public static ColonnadeException unknownRelation(List<String> names) {
    return new ColonnadeException(
        ErrorCode.UNKNOWN_TABLE, "relation \"%s\" does not exist".formatted(text(names)));
  }

  /** Returns the error for a relation of the wrong kind. */
  public static ColonnadeException wrongKind(Relation relation, String expected) {
    return new ColonnadeException(
        ErrorCode.WRONG_OBJECT_TYPE, "\"%s\" is not a %s".formatted(relation.name(), expected));
  }

  private <T> @Nullable T find(List<String> names, Function<ObjectName, @Nullable T> lookUp) {
    List<String> parts = withoutDatabase(names);
    String name = parts.getLast();
    if (parts.size() == 2) {
      SchemaEntry schema = findSchema(parts.getFirst());
      if (schema != null && !isUsable(schema)) {
        throw new ColonnadeException(
            ErrorCode.INSUFFICIENT_PRIVILEGE,
            "permission denied for schema %s".formatted(schema.name()));
      }
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

  private boolean isUsable(SchemaEntry schema) {
    boolean isUsable =
        schema.name().equals(temporaryName)
            || privileges().has(Privilege.USAGE, SecuredKind.SCHEMA, schema.id());
    if (lookups != null) {
      lookups.usage(schema.id(), user, database.id(), isUsable);
    }
    return isUsable;
  }

  private @Nullable SchemaEntry findSchema(String name) {
    SchemaEntry schema = findSchemaNamed(name);
    if (schema != null && isTemporaryOfOtherSession(schema)) {
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

  /** Returns the names of a list; quoted ones unchanged, others in lower case. */
  private static List<String> names(String list) {
    List<String> names = new ArrayList<>();
    Matcher matcher = LISTED.matcher(list);
    while (matcher.find()) {
      String quoted = matcher.group(1);
      names.add(
          quoted == null
              ? matcher.group(2).strip().toLowerCase(Locale.ROOT)
              : quoted.replace("\"\"", "\""));
    }
    return names;
  }
}
