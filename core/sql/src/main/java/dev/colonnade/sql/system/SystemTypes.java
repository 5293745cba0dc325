package dev.colonnade.sql.system;

import dev.colonnade.sql.registry.type.TypeModifiers;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Char;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.ColumnType.Varchar;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.PackedKind;
import dev.colonnade.type.SystemType;
import dev.colonnade.type.UserType;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's built-in types by OID and by name, and the mapping of column types to them. */
public final class SystemTypes {
  public static final long BOOLEAN = 16;
  public static final long BIGINT = 20;
  public static final long TEXT = 25;

  /** Absence of a type modifier. */
  public static final int NO_MODIFIER = -1;

  /** Header size that length modifiers include, in bytes. */
  private static final int HEADER_BYTES = 4;

  /**
   * Properties of a type that {@code pg_attribute} repeats.
   *
   * @param elementOid the element type of an array; 0 if the type is no array
   * @param arrayOid the array type of this type; 0 if there is none
   */
  public record Type(
      long oid,
      String name,
      int length,
      boolean byValue,
      String align,
      String storage,
      long collation,
      long elementOid,
      long arrayOid,
      boolean isTrueArray,
      Functions functions) {}

  /**
   * Functions and category of a type, which domains over it have.
   *
   * @param output OID of the function that returns the text of a value
   * @param send OID of the function that returns the binary form of a value
   */
  public record Functions(String category, long output, long send) {
    private static final Functions OF_ENUM = new Functions("E", 3507, 3533);
    private static final Functions OF_ARRAY = new Functions("A", 751, 2401);
    private static final Functions OF_ROW = new Functions("C", 2291, 2403);
  }

  /** SQL names of types, where they differ from the catalog names. */
  private static final Map<String, String> SQL_NAMES =
      Map.ofEntries(
          Map.entry("bool", "boolean"),
          Map.entry("char", "\"char\""),
          Map.entry("int2", "smallint"),
          Map.entry("int4", "integer"),
          Map.entry("int8", "bigint"),
          Map.entry("float4", "real"),
          Map.entry("float8", "double precision"),
          Map.entry("bpchar", "character"),
          Map.entry("varchar", "character varying"),
          Map.entry("timestamp", "timestamp without time zone"),
          Map.entry("timestamptz", "timestamp with time zone"),
          Map.entry("time", "time without time zone"),
          Map.entry("timetz", "time with time zone"),
          Map.entry("bit", "bit"),
          Map.entry("varbit", "bit varying"),
          Map.entry("any", "\"any\""));

  /**
   * {@code array_subscript_handler}, the subscript handler of true arrays and vectors, but not of
   * points and names.
   */
  private static final long ARRAY_SUBSCRIPT = 6179;

  private static final Map<Long, Type> BY_OID = read();
  private static final Map<String, Type> BY_NAME = byName();

  private SystemTypes() {}

  private static Map<Long, Type> read() {
    SystemTable table = SystemTables.require("pg_type");
    int subscript = table.ordinal("typsubscript");
    Map<Long, Type> types = new HashMap<>();
    for (@Nullable Object[] row : BuiltInRows.of("pg_type")) {
      Type type =
          new Type(
              table.number(row, "oid"),
              String.valueOf(row[table.ordinal("typname")]),
              (int) table.number(row, "typlen"),
              Boolean.TRUE.equals(row[table.ordinal("typbyval")]),
              String.valueOf(row[table.ordinal("typalign")]),
              String.valueOf(row[table.ordinal("typstorage")]),
              table.number(row, "typcollation"),
              table.number(row, "typelem"),
              table.number(row, "typarray"),
              Long.valueOf(ARRAY_SUBSCRIPT).equals(row[subscript]),
              new Functions(
                  String.valueOf(row[table.ordinal("typcategory")]),
                  table.number(row, "typoutput"),
                  table.number(row, "typsend")));
      types.put(type.oid(), type);
    }
    return Map.copyOf(types);
  }

  private static Map<String, Type> byName() {
    Map<String, Type> types = new HashMap<>();
    BY_OID.values().forEach(type -> types.put(type.name(), type));
    SQL_NAMES.forEach((name, sqlName) -> types.put(sqlName, requireFrom(types, name)));
    return types;
  }

  private static Type requireFrom(Map<String, Type> types, String name) {
    Type type = types.get(name);
    if (type == null) {
      throw new IllegalArgumentException("no such type: name=" + name);
    }
    return type;
  }

  public static @Nullable Type find(long oid) {
    return BY_OID.get(oid);
  }

  /** Returns the type properties of all enums. */
  public static Type ofEnums() {
    return new Type(0, "anyenum", 4, true, "i", "p", 0, 0, 0, false, Functions.OF_ENUM);
  }

  /** Returns the type properties of arrays of a type that is not built in. */
  public static Type ofArrays(long elementOid) {
    return new Type(0, "anyarray", -1, false, "i", "x", 0, elementOid, 0, true, Functions.OF_ARRAY);
  }

  /** Returns the type properties of all rows. */
  public static Type ofRows() {
    return new Type(0, "record", -1, false, "d", "x", 0, 0, 0, false, Functions.OF_ROW);
  }

  static Type require(long oid) {
    Type type = BY_OID.get(oid);
    if (type == null) {
      throw new IllegalArgumentException("no such type: oid=" + oid);
    }
    return type;
  }

  /** Returns the type of a catalog or SQL name, or null. */
  public static @Nullable Type find(String name) {
    return BY_NAME.get(name);
  }

  /** Returns the SQL name of a built-in type with the parameters of its modifier. */
  public static String format(Type type, int modifier) {
    if (type.isTrueArray() && type.elementOid() != 0 && type.name().startsWith("_")) {
      return format(require(type.elementOid()), modifier) + "[]";
    }
    String name = SQL_NAMES.getOrDefault(type.name(), type.name());
    if (modifier < 0) {
      return type.name().equals("bpchar") ? "bpchar" : name;
    }
    return switch (type.name()) {
      case "bpchar", "varchar" -> name + "(" + (modifier - HEADER_BYTES) + ")";
      case "numeric" -> name + "(" + precision(modifier) + "," + scale(modifier) + ")";
      case "time", "timetz", "timestamp", "timestamptz" ->
          name.replaceFirst(" ", "(" + modifier + ") ");
      case "interval" -> name + TypeModifiers.interval(modifier);
      case "bit", "varbit" -> name + "(" + modifier + ")";
      default -> name;
    };
  }

  /** Returns the SQL name of a type without parameters. */
  public static String sqlName(Type type) {
    return SQL_NAMES.getOrDefault(type.name(), type.name());
  }

  public static int precision(int modifier) {
    return (modifier - HEADER_BYTES) >> 16 & 0xFFFF;
  }

  public static int scale(int modifier) {
    return TypeModifiers.scale(modifier);
  }

  /** Returns the OID of a column type. */
  public static long oidOf(ColumnType type) {
    return switch (type) {
      case Plain plain -> require(nameOf(plain)).oid();
      case Numeric _ -> require("numeric").oid();
      case Varchar _ -> require("varchar").oid();
      case Char _ -> require("bpchar").oid();
      case Enumerated(var enumType) -> SystemOids.of(enumType.id());
      case Packed packed -> oidOfPacked(packed);
      case ColumnType.Composite(var row) -> SystemOids.rowType(row.id());
    };
  }

  /** Returns the OID of the type of a column that is declared with a domain, or without one. */
  public static long oidOf(ColumnType stored, DomainType.@Nullable Use domain) {
    if (domain == null) {
      return oidOf(stored);
    }
    SystemType system = domain.systemType();
    if (system != null) {
      return require((domain.isArray() ? "_" : "") + system.typeName()).oid();
    }
    return domain.isArray()
        ? SystemOids.arrayType(domain.domainId())
        : SystemOids.of(domain.domainId());
  }

  /** Returns the OID of a type that a statement has defined. */
  public static long oidOf(UserType type) {
    return type instanceof CompositeType ? SystemOids.rowType(type.id()) : SystemOids.of(type.id());
  }

  /** Returns the OID of the type of a system table's column. */
  public static long oidOf(SystemColumn column) {
    String element = column.elementName().replace('_', ' ');
    String elementName =
        switch (element) {
          case "cardinal number" -> "integer";
          case "sql identifier" -> "name";
          case "character data", "yes or no" -> "varchar";
          case "time stamp" -> "timestamp with time zone";
          default -> find(element) == null ? column.elementName() : element;
        };
    Type type = find(column.isVector() ? column.typeName() : elementName);
    if (type == null) {
      throw new IllegalStateException(
          "no such type: column=" + column.name() + " type=" + column.typeName());
    }
    return column.isVector() || !column.isArray() ? type.oid() : type.arrayOid();
  }

  /** Returns the OID of a result type. */
  public static long oidOf(SqlType type) {
    SqlType element = type.element();
    if (element != null) {
      Type found = find(oidOf(element));
      return found == null ? require("_text").oid() : found.arrayOid();
    }
    return type.kind() == TypeKind.UNKNOWN ? TEXT : require(type.kind().sqlName()).oid();
  }

  private static long oidOfPacked(Packed type) {
    return switch (type.kind()) {
      case INTERVAL -> require("interval").oid();
      case NUMERIC -> require("numeric").oid();
      case JSON -> require("json").oid();
      case JSONB -> require("jsonb").oid();
      case TIMETZ -> require("timetz").oid();
      case BIT -> require("bit").oid();
      case VARBIT -> require("varbit").oid();
      case BASE -> require(type.baseType().sqlName()).oid();
      case ARRAY -> arrayOid(type.elementType());
      case RANGE, MULTIRANGE -> require(TypeMapping.rangeKind(type).sqlName()).oid();
    };
  }

  private static long arrayOid(ColumnType element) {
    if (element instanceof ColumnType.Composite(var row)) {
      return SystemOids.arrayType(row.id());
    }
    if (element instanceof Enumerated(var enumType)) {
      return SystemOids.arrayType(enumType.id());
    }
    Type found = find(oidOf(element));
    return found == null ? require("_text").oid() : found.arrayOid();
  }

  /** Returns the type of a name; throws if there is none. */
  public static Type requireNamed(String name) {
    return require(name);
  }

  private static Type require(String name) {
    return requireFrom(BY_NAME, name);
  }

  private static String nameOf(Plain type) {
    return switch (type) {
      case BOOLEAN -> "bool";
      case SMALLINT -> "int2";
      case INTEGER -> "int4";
      case BIGINT -> "int8";
      case REAL -> "float4";
      case DOUBLE -> "float8";
      case TEXT -> "text";
      case BYTEA -> "bytea";
      case DATE -> "date";
      case TIME -> "time";
      case TIMESTAMP -> "timestamp";
      case TIMESTAMPTZ -> "timestamptz";
      case UUID -> "uuid";
    };
  }

  /** Returns the {@code pg_attribute.atttypmod} of a column type. */
  public static int modifierOf(ColumnType type) {
    return switch (type) {
      case Numeric(int precision, int scale) -> (precision << 16 | scale) + HEADER_BYTES;
      case Varchar text -> text.isLimited() ? text.length() + HEADER_BYTES : NO_MODIFIER;
      case Char(int length) -> length + HEADER_BYTES;
      case Packed packed when packed.kind() == PackedKind.ARRAY -> modifierOf(packed.elementType());
      case Plain _, Enumerated _, Packed _, ColumnType.Composite _ -> NO_MODIFIER;
    };
  }
}
