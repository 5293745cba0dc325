package dev.colonnade.sql.function.operator;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.CatalogService;
import dev.colonnade.sql.function.ObjectNameService;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's system catalog information functions. Optional trailing arguments, as declared by
 * the operators, are null if absent.
 */
public final class CatalogFunctions {
  private static final int UTF8 = 6;
  private static final List<String> UNITS = List.of("kB", "MB", "GB", "TB", "PB");

  /** Size from which the next unit is used. */
  private static final long UNIT_MAX = 10 * 1024;

  /** Internal name of CHAR without a length. */
  private static final String PADDED = "bpchar";

  private static final Set<ErrorCode> MISSING =
      Set.of(
          ErrorCode.UNKNOWN_TABLE,
          ErrorCode.UNKNOWN_OBJECT,
          ErrorCode.UNKNOWN_SCHEMA,
          ErrorCode.UNKNOWN_FUNCTION,
          ErrorCode.AMBIGUOUS_FUNCTION);

  private CatalogFunctions() {}

  public static @Nullable String formatType(
      CatalogService catalog, @Nullable Long type, @Nullable Integer modifier) {
    if (type == null) {
      return null;
    }
    if (modifier != null) {
      return catalog.formatType(type, modifier);
    }
    String name = catalog.formatType(type, -1);
    return name.startsWith(PADDED) ? "character" + name.substring(PADDED.length()) : name;
  }

  /** Returns zero: the server does not count these events. */
  public static long notCounted(long oid) {
    return 0;
  }

  /** Returns the names of argument types as a list. */
  public static String oidvectortypes(CatalogService catalog, List<?> types) {
    List<String> names = new ArrayList<>();
    for (Object type : types) {
      names.add(String.valueOf(catalog.formatType((Long) type, -1)));
    }
    return String.join(", ", names);
  }

  /** Returns a stored expression, which is text already, in display form. */
  public static @Nullable String pgGetExpr(
      CatalogService catalog,
      @Nullable String expression,
      @Nullable Long relation,
      @Nullable Boolean pretty) {
    return relation == null || expression == null
        ? null
        : catalog.expression(expression, relation, Boolean.TRUE.equals(pretty));
  }

  public static @Nullable String pgGetConstraintdef(
      CatalogService catalog, @Nullable Long oid, @Nullable Boolean pretty) {
    return oid == null ? null : catalog.constraintDefinition(oid, Boolean.TRUE.equals(pretty));
  }

  public static @Nullable String pgGetIndexdef(
      CatalogService catalog,
      @Nullable Long oid,
      @Nullable Integer column,
      @Nullable Boolean pretty) {
    return oid == null
        ? null
        : catalog.indexDefinition(oid, column == null ? 0 : column, Boolean.TRUE.equals(pretty));
  }

  public static @Nullable String pgGetViewdef(
      CatalogService catalog, @Nullable Long oid, @Nullable Boolean pretty) {
    return oid == null ? null : catalog.viewDefinition(oid, Boolean.TRUE.equals(pretty));
  }

  /** Returns the CREATE TABLE statement of a table. */
  public static @Nullable String createStatement(CatalogService catalog, long oid) {
    return catalog.createStatement(oid);
  }

  /** Returns NULL: there are no rules, triggers, extended statistics and partitions. */
  public static @Nullable String nothing(@Nullable Long oid, @Nullable Boolean pretty) {
    return null;
  }

  public static String pgGetUserbyid(CatalogService catalog, long oid) {
    String name = catalog.userName(oid);
    return name == null ? "unknown (OID=" + oid + ")" : name;
  }

  public static @Nullable String objDescription(
      CatalogService catalog, @Nullable Long oid, @Nullable String table) {
    if (oid == null || table == null) {
      return null;
    }
    long owner = catalog.catalogOid(table);
    return owner == 0 ? null : catalog.comment(owner, oid, 0);
  }

  /** Returns the comment on an object of any catalog. */
  public static @Nullable String anyDescription(CatalogService catalog, long oid) {
    String comment = catalog.comment(catalog.catalogOid("pg_namespace"), oid, 0);
    for (String table : List.of("pg_class", "pg_constraint")) {
      comment = comment == null ? catalog.comment(catalog.catalogOid(table), oid, 0) : comment;
    }
    return comment;
  }

  public static @Nullable String colDescription(CatalogService catalog, long relation, int column) {
    return catalog.comment(catalog.catalogOid("pg_class"), relation, column);
  }

  public static @Nullable Boolean pgTableIsVisible(CatalogService catalog, long oid) {
    return catalog.isTableVisible(oid);
  }

  public static @Nullable Boolean pgTypeIsVisible(CatalogService catalog, long oid) {
    return catalog.isTypeVisible(oid);
  }

  public static @Nullable Boolean pgFunctionIsVisible(CatalogService catalog, long oid) {
    return catalog.isFunctionVisible(oid);
  }

  /** Returns no rows: there are no publications. */
  public static List<?> noTables(String publication) {
    return List.of();
  }

  /** Returns no rows: tables have no partitions. */
  public static List<?> noRows(long relation) {
    return List.of();
  }

  /** Returns a row of the name and the value for each option, which is {@code name=value}. */
  public static List<?> optionsToTable(List<?> options) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (Object option : options) {
      if (!(option instanceof String text)) {
        throw new ColonnadeException(
            ErrorCode.NULL_NOT_ALLOWED, "null array element not allowed in this context");
      }
      int at = text.indexOf('=');
      String name = at < 0 ? text : text.substring(0, at);
      String value = at < 0 ? null : text.substring(at + 1);
      rows.add(Collections.unmodifiableList(Arrays.asList(name, value)));
    }
    return rows;
  }

  /** Returns the default privileges of the owner and of PUBLIC on an object without grants. */
  public static @Nullable List<String> acldefault(CatalogService catalog, String kind, long owner) {
    String name = pgGetUserbyid(catalog, owner);
    String granted =
        switch (kind) {
          case "r" -> "arwdDxt";
          case "s" -> "rwU";
          case "n" -> "UC";
          case "d" -> "CTc";
          case "f" -> "X";
          case "l", "T", "F", "S" -> "U";
          case "t" -> "C";
          case "L" -> "rw";
          case "p" -> "sA";
          case "c" -> "";
          default ->
              throw new ColonnadeException(
                  ErrorCode.INVALID_ARGUMENT, "unrecognized object type abbreviation: " + kind);
        };
    String forAll =
        switch (kind) {
          case "d" -> "Tc";
          case "f" -> "X";
          case "l", "T" -> "U";
          default -> "";
        };
    List<String> items = new ArrayList<>();
    if (!forAll.isEmpty()) {
      items.add("=" + forAll + "/" + name);
    }
    if (!granted.isEmpty()) {
      items.add(name + "=" + granted + "/" + name);
    }
    return List.copyOf(items);
  }

  /** Returns true: system objects of {@code pg_catalog} are always visible. */
  public static boolean isVisible(long oid) {
    return true;
  }

  /**
   * Returns whether a user has a role.
   *
   * @param first the user, or the role of the current user if there are two arguments
   * @param second the role, or the privileges
   */
  public static boolean pgHasRole(
      CatalogService catalog, String first, @Nullable String second, @Nullable String third) {
    boolean isOfOther = third != null;
    String user = isOfOther ? first : catalog.user();
    String role = isOfOther ? String.valueOf(second) : first;
    boolean has = false;
    for (String word : String.valueOf(isOfOther ? third : second).split(",", -1)) {
      String privilege = word.strip().toUpperCase(Locale.ROOT);
      if (!privilege.matches("(MEMBER|USAGE)( WITH (GRANT|ADMIN) OPTION)?")) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT,
            "unrecognized privilege type: \"%s\"".formatted(word.strip()));
      }
      has |= catalog.hasRole(user, role, privilege);
    }
    return has;
  }

  public static @Nullable Long pgRelationSize(
      CatalogService catalog, @Nullable Long oid, @Nullable String fork) {
    return oid == null ? null : catalog.relationBytes(oid, false);
  }

  public static @Nullable Long pgTotalRelationSize(CatalogService catalog, long oid) {
    return catalog.relationBytes(oid, true);
  }

  public static @Nullable Long pgIndexesSize(CatalogService catalog, long oid) {
    Long all = catalog.relationBytes(oid, true);
    Long rows = catalog.relationBytes(oid, false);
    return all == null || rows == null ? null : Long.valueOf(all - rows);
  }

  public static long pgDatabaseSize(CatalogService catalog, String database) {
    return catalog.databaseBytes();
  }

  /** Returns a number of bytes in a readable unit, rounded as PostgreSQL does. */
  public static String pgSizePretty(long bytes) {
    if (Math.abs(bytes) < UNIT_MAX) {
      return bytes + " bytes";
    }
    long rest = bytes / 512; // halves of a kilobyte
    int unit = 0;
    while (Math.abs(halved(rest)) >= UNIT_MAX && unit < UNITS.size() - 1) {
      rest /= 1024;
      unit++;
    }
    return halved(rest) + " " + UNITS.get(unit);
  }

  private static long halved(long value) {
    return (value + (value < 0 ? -1 : 1)) / 2;
  }

  public static String pgEncodingToChar(int encoding) {
    return encoding == UTF8 ? "UTF8" : encoding == 0 ? "SQL_ASCII" : "";
  }

  public static int pgCharToEncoding(String name) {
    return name.equalsIgnoreCase("utf8") || name.equalsIgnoreCase("unicode") ? UTF8 : -1;
  }

  public static @Nullable String currentSetting(
      CatalogService catalog, @Nullable String name, @Nullable Boolean allowsMissing) {
    if (name == null) {
      return null;
    }
    String value = catalog.setting(name);
    if (value == null && !Boolean.TRUE.equals(allowsMissing)) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT, "unrecognized configuration parameter \"" + name + "\"");
    }
    return value;
  }

  public static String setConfig(
      CatalogService catalog, String name, String value, boolean isLocal) {
    return catalog.set(name, value, isLocal);
  }

  public static @Nullable Long toRegclass(ObjectNameService names, String name) {
    return find(names, TypeKind.REGCLASS, name);
  }

  public static @Nullable Long toRegtype(ObjectNameService names, String name) {
    return find(names, TypeKind.REGTYPE, name);
  }

  public static @Nullable Long toRegproc(ObjectNameService names, String name) {
    return find(names, TypeKind.REGPROC, name);
  }

  /** Returns the OID of a function; NULL if there is none, an error for types that do not exist. */
  public static @Nullable Long toRegprocedure(ObjectNameService names, String name) {
    try {
      return names.oidOf(TypeKind.REGPROCEDURE, name);
    } catch (ColonnadeException e) {
      if (e.code() == ErrorCode.UNKNOWN_FUNCTION) {
        return null;
      }
      throw e;
    }
  }

  public static @Nullable Long toRegrole(ObjectNameService names, String name) {
    return find(names, TypeKind.REGROLE, name);
  }

  public static @Nullable Long toRegoper(ObjectNameService names, String name) {
    return find(names, TypeKind.REGOPER, name);
  }

  public static @Nullable Long toRegoperator(ObjectNameService names, String name) {
    return find(names, TypeKind.REGOPERATOR, name);
  }

  public static @Nullable Long toRegcollation(ObjectNameService names, String name) {
    return find(names, TypeKind.REGCOLLATION, name);
  }

  public static @Nullable Long toRegnamespace(ObjectNameService names, String name) {
    return find(names, TypeKind.REGNAMESPACE, name);
  }

  private static @Nullable Long find(ObjectNameService names, TypeKind kind, String name) {
    try {
      return names.oidOf(kind, name);
    } catch (ColonnadeException e) {
      if (MISSING.contains(e.code())) {
        return null;
      }
      throw e;
    }
  }

  public static @Nullable String pgGetSerialSequence(
      CatalogService catalog, String table, String column) {
    return catalog.serialSequence(table, column);
  }

  public static @Nullable String pgGetFunctionResult(CatalogService catalog, long oid) {
    return catalog.functionResult(oid);
  }

  public static @Nullable String pgGetFunctionArguments(CatalogService catalog, long oid) {
    return catalog.functionArguments(oid);
  }

  /** Returns whether the server is a follower of a cluster, which replays the leader's log. */
  public static boolean isInRecovery(CatalogService catalog) {
    return "on".equals(catalog.setting("in_hot_standby"));
  }

  public static boolean no() {
    return false;
  }

  public static @Nullable String unknownAddress() {
    return null;
  }

  public static @Nullable Integer unknownPort() {
    return null;
  }

  public static String pgTablespaceLocation(long oid) {
    return "";
  }

  /** Returns true, although there is no logical replication. */
  public static boolean pgRelationIsPublishable(long oid) {
    return true;
  }

  public static long pgMyTempSchema(CatalogService catalog) {
    return catalog.temporarySchemaOid();
  }

  public static boolean pgIsOtherTempSchema(CatalogService catalog, long oid) {
    return catalog.isOthersTemporary(oid);
  }

  public static String currentDatabase(CatalogService catalog) {
    return catalog.database();
  }

  public static String currentUser(CatalogService catalog) {
    return catalog.user();
  }

  public static String sessionUser(CatalogService catalog) {
    return catalog.sessionUser();
  }

  /** Returns the first existing schema of the search path; NULL if there is none. */
  public static @Nullable String currentSchema(CatalogService catalog) {
    List<String> path = catalog.schemas();
    return path.isEmpty() ? null : path.getFirst();
  }

  /** Returns the schemas of the search path, optionally with the system schema. */
  public static List<String> currentSchemas(CatalogService catalog, boolean withSystem) {
    List<String> path = new ArrayList<>();
    if (withSystem) {
      path.add("pg_catalog");
    }
    path.addAll(catalog.schemas());
    return path;
  }

  public static String pgClientEncoding() {
    return "UTF8";
  }
}
