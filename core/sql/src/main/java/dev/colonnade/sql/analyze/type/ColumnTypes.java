package dev.colonnade.sql.analyze.type;

import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeCategory;
import dev.colonnade.sql.registry.type.TypeForm;
import dev.colonnade.sql.registry.type.TypeModifiers;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.TypeStorage;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.sql.vector.Nesting;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Char;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.ColumnType.Varchar;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.StorageKind;
import dev.colonnade.type.SystemType;
import dev.colonnade.type.schema.Column;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Types of stored columns. */
public final class ColumnTypes {
  /** Representations of the types of columns of system tables that have no kind of their own. */
  private static final Map<String, TypeKind> SYSTEM_KINDS =
      Map.ofEntries(
          Map.entry("xid", TypeKind.OID),
          Map.entry("aclitem", TypeKind.TEXT),
          Map.entry("_aclitem", TypeKind.ARRAY),
          Map.entry("anyarray", TypeKind.TEXT),
          Map.entry("pg_dependencies", TypeKind.TEXT),
          Map.entry("pg_lsn", TypeKind.TEXT),
          Map.entry("pg_mcv_list", TypeKind.TEXT),
          Map.entry("pg_ndistinct", TypeKind.TEXT),
          Map.entry("pg_node_tree", TypeKind.TEXT));

  private ColumnTypes() {}

  /** Returns the type in SQL. */
  public static TypeReference of(Column column, Registry registry) {
    TypeReference type = of(column.type(), column.domain(), registry);
    return column.modifier() >= 0 ? new TypeReference(type.type(), column.modifier()) : type;
  }

  /**
   * Returns the type in SQL of values that are declared with a domain.
   *
   * @param domain null if the values are declared without a domain
   */
  public static TypeReference of(
      ColumnType stored, DomainType.@Nullable Use domain, Registry registry) {
    SystemType system = domain == null ? null : domain.systemType();
    if (domain != null && system != null) {
      Type type = registry.types().base().named(system.typeName());
      Type array = domain.isArray() ? registry.types().arrayOf(type) : null;
      return TypeReference.of(array == null ? type : array);
    }
    Type type = domain == null ? null : registry.types().find(SystemOids.of(domain.domainId()));
    return domain == null || type == null
        ? of(stored, registry)
        : TypeReference.of(domain.isArray() ? type.array() : type);
  }

  private static TypeReference of(ColumnType type, Registry registry) {
    return switch (type) {
      case Plain plain -> named(registry, plainName(plain), TypeModifiers.NONE);
      case Numeric(int precision, int scale) ->
          named(registry, "numeric", TypeModifiers.ofNumeric(precision, scale));
      case Varchar text ->
          named(
              registry,
              "varchar",
              text.isLimited() ? TypeModifiers.ofLength(text.length()) : TypeModifiers.NONE);
      case Char(int length) -> named(registry, "bpchar", TypeModifiers.ofLength(length));
      case Enumerated(EnumType enumType) -> TypeReference.of(enumOf(enumType, registry));
      case Packed packed -> packed(packed, registry);
      case ColumnType.Composite(CompositeType row) ->
          TypeReference.of(registry.types().require(SystemOids.rowType(row.id())));
    };
  }

  private static TypeReference named(Registry registry, String name, int modifier) {
    return new TypeReference(registry.types().base().named(name), modifier);
  }

  /** Returns the enum of the catalog; one outside of it has a type of its own. */
  private static Type enumOf(EnumType enumType, Registry registry) {
    Type found = registry.types().find(SystemOids.of(enumType.id()));
    return found == null ? enumType("public", enumType.name(), enumType) : found;
  }

  /** Returns the type of an enum. */
  static Type enumType(String schema, String shown, EnumType type) {
    return Type.of(
            (int) SystemOids.of(type.id()),
            new Type.Name(schema, type.name(), shown),
            new Type.Classification(TypeForm.ENUM, TypeCategory.ENUM, false, TypeKind.TEXT),
            Type.Relations.of("-", Type.NONE, (int) SystemOids.arrayType(type.id())))
        .with(TypeStorage.OF_ENUM, TypeStorage.Functions.OF_ENUM);
  }

  private static TypeReference packed(Packed type, Registry registry) {
    return switch (type.kind()) {
      case INTERVAL -> named(registry, "interval", TypeModifiers.NONE);
      case NUMERIC -> named(registry, "numeric", TypeModifiers.NONE);
      case JSON -> named(registry, "json", TypeModifiers.NONE);
      case JSONB -> named(registry, "jsonb", TypeModifiers.NONE);
      case RANGE, MULTIRANGE ->
          named(registry, TypeMapping.rangeKind(type).sqlName(), TypeModifiers.NONE);
      case TIMETZ -> named(registry, "timetz", TypeModifiers.NONE);
      case BIT -> named(registry, "bit", TypeModifiers.NONE);
      case VARBIT -> named(registry, "varbit", TypeModifiers.NONE);
      case BASE -> named(registry, type.baseType().sqlName(), TypeModifiers.NONE);
      case ARRAY -> {
        TypeReference element = of(type.elementType(), registry);
        Type array = registry.types().arrayOf(element.type());
        yield new TypeReference(array == null ? element.type().array() : array, element.modifier());
      }
    };
  }

  private static String plainName(Plain type) {
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

  /** Returns the representation of the values that a scan returns. */
  public static VectorType vector(Column column) {
    return vector(column.type(), column.domain());
  }

  /**
   * Returns the representation of stored values that are declared with a domain or a system type.
   *
   * @param use null if the values are declared without one
   */
  public static VectorType vector(ColumnType stored, DomainType.@Nullable Use use) {
    SystemType system = use == null || use.isArray() ? null : use.systemType();
    return system == null ? vector(stored) : VectorType.of(TypeKind.valueOf(system.name()));
  }

  /** Returns the system type that a type is; null if it is none that is stored as another type. */
  public static @Nullable SystemType systemType(Type type) {
    boolean isOfSystem =
        type.form() == TypeForm.BASE && type.schema().equals(Type.Name.SYSTEM_SCHEMA);
    return isOfSystem ? SystemType.find(type.name()) : null;
  }

  /** Returns the representation of stored values of a type. */
  public static VectorType vector(ColumnType type) {
    return type instanceof Numeric numeric && numeric.storage() == StorageKind.INT64
        ? VectorType.decimal(numeric.scale())
        : VectorType.of(kindOf(type)).with(nesting(type));
  }

  private static Nesting nesting(ColumnType type) {
    boolean hasParts = type instanceof Packed || type instanceof ColumnType.Composite;
    return hasParts ? Nesting.of(type) : Nesting.PLAIN;
  }

  private static TypeKind kindOf(ColumnType type) {
    return switch (type) {
      case Plain plain -> plainKind(plain);
      case Numeric _ -> TypeKind.NUMERIC;
      case Varchar _ -> TypeKind.VARCHAR;
      case Char _ -> TypeKind.CHAR;
      case Enumerated _ -> TypeKind.TEXT;
      case Packed packed ->
          switch (packed.kind()) {
            case INTERVAL -> TypeKind.INTERVAL;
            case NUMERIC -> TypeKind.NUMERIC;
            case JSON -> TypeKind.JSON;
            case JSONB -> TypeKind.JSONB;
            case TIMETZ -> TypeKind.TIMETZ;
            case BIT -> TypeKind.BIT;
            case VARBIT -> TypeKind.VARBIT;
            case BASE -> TypeKind.of(packed.baseType());
            case ARRAY -> TypeKind.ARRAY;
            case RANGE, MULTIRANGE -> TypeMapping.rangeKind(packed);
          };
      case ColumnType.Composite _ -> TypeKind.UNKNOWN;
    };
  }

  private static TypeKind plainKind(Plain type) {
    return switch (type) {
      case BOOLEAN -> TypeKind.BOOLEAN;
      case SMALLINT -> TypeKind.SMALLINT;
      case INTEGER -> TypeKind.INTEGER;
      case BIGINT -> TypeKind.BIGINT;
      case REAL -> TypeKind.REAL;
      case DOUBLE -> TypeKind.DOUBLE;
      case TEXT -> TypeKind.TEXT;
      case BYTEA -> TypeKind.BYTEA;
      case DATE -> TypeKind.DATE;
      case TIME -> TypeKind.TIME;
      case TIMESTAMP -> TypeKind.TIMESTAMP;
      case TIMESTAMPTZ -> TypeKind.TIMESTAMPTZ;
      case UUID -> TypeKind.UUID;
    };
  }

  /** Returns whether only tables of the system have values of a type, which no text creates. */
  public static boolean isOfSystem(Type type) {
    Type base = dev.colonnade.sql.registry.type.Types.baseOf(type);
    return base.kind() == null && SYSTEM_KINDS.containsKey(base.name());
  }

  /**
   * Returns the default representation of the values of a type; null if the database has no such
   * values. Rows are objects of no kind.
   */
  public static @Nullable VectorType vector(Type type) {
    Type base = dev.colonnade.sql.registry.type.Types.baseOf(type);
    TypeKind kind = base.kind();
    if (kind == null) {
      kind = SYSTEM_KINDS.get(base.name());
    }
    if (kind != null) {
      return VectorType.of(kind);
    }
    boolean isArray = base.isArray();
    boolean isObject = base.isComposite() || base.form() == TypeForm.PSEUDO;
    return isArray && isObject
        ? VectorType.of(TypeKind.ARRAY)
        : isObject ? VectorType.of(TypeKind.UNKNOWN) : null;
  }
}
