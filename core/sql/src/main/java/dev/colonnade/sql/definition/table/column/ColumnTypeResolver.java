package dev.colonnade.sql.definition.table.column;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.type.CatalogTypes;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.analyze.type.TypeNames;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeForm;
import dev.colonnade.sql.registry.type.TypeModifiers;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.TypeName;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.ColumnType.Varchar;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.PackedKind;
import dev.colonnade.type.SystemType;
import dev.colonnade.type.UserType;
import dev.colonnade.type.base.BaseType;
import dev.colonnade.type.schema.DeclaredType;
import org.jspecify.annotations.Nullable;

/** Resolution of the types of columns in definitions. */
public final class ColumnTypeResolver {
  private final StatementAnalysis analysis;

  /**
   * Creates a resolver.
   *
   * @param analysis of the definition
   */
  public ColumnTypeResolver(StatementAnalysis analysis) {
    this.analysis = requireNonNull(analysis, "analysis is null");
  }

  /**
   * Returns the type of a column.
   *
   * @throws ColonnadeException UNKNOWN_OBJECT if there is none, UNSUPPORTED if tables cannot have
   *     columns of the type
   */
  public DeclaredType of(String column, TypeName name) {
    if (name.array().setOf()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_DEFINITION, "column \"%s\" cannot be declared SETOF".formatted(column));
    }
    TypeReference type = new TypeNames(analysis).resolve(name);
    if (type.type().form() == TypeForm.PSEUDO) {
      throw new ColonnadeException(
          ErrorCode.INVALID_DEFINITION,
          "column \"%s\" has pseudo-type %s".formatted(column, type.type()));
    }
    requireUsage(type.type());
    ColumnType found = find(type);
    if (found == null) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "type %s is not supported".formatted(type.type()),
          ErrorFields.at(name.position() + 1));
    }
    int modifier = isOfColumn(type, found) ? type.modifier() : DeclaredType.NONE;
    return new DeclaredType(found, domain(type.type()), modifier);
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user may not use a type, or that of its elements. */
  private void requireUsage(Type type) {
    Type element = analysis.registry().types().elementOf(type);
    Type used = element == null ? type : element;
    NameScope names = analysis.names();
    UserType defined = CatalogTypes.enumOf(names, used);
    if (defined == null) {
      defined = CatalogTypes.domainOf(names, used);
    }
    if (defined == null) {
      defined = CatalogTypes.compositeOf(names, used);
    }
    if (defined != null && CatalogTypes.tableOf(names, used) == null) {
      PrivilegeChecks.requireUsage(names, defined);
    }
  }

  /** Returns whether a modifier is one of the column, because its stored type does not state it. */
  public static boolean isOfColumn(TypeReference reference, ColumnType stored) {
    ColumnType element =
        stored instanceof Packed packed && packed.kind() == PackedKind.ARRAY
            ? packed.elementType()
            : stored;
    return reference.hasModifier() && (element instanceof Plain || element instanceof Packed);
  }

  /**
   * Returns the domain or the system type that a type is, or of which it has arrays; null if there
   * is none.
   */
  public DomainType.@Nullable Use domain(Type type) {
    Type element = analysis.registry().types().elementOf(type);
    SystemType system = ColumnTypes.systemType(element == null ? type : element);
    if (system != null) {
      return DomainType.Use.of(system, element != null);
    }
    DomainType found = CatalogTypes.domainOf(analysis.names(), element == null ? type : element);
    return found == null ? null : new DomainType.Use(found.id(), element != null);
  }

  /** Returns the type of columns with values of a type; null if there are no such columns. */
  public @Nullable ColumnType find(TypeReference reference) {
    Type type = reference.type();
    EnumType enumeration = CatalogTypes.enumOf(analysis.names(), type);
    if (enumeration != null) {
      return ColumnType.enumerated(enumeration);
    }
    if (type.isArray()) {
      Type element = analysis.registry().types().find(type.elementOid());
      ColumnType inner =
          element == null ? null : find(new TypeReference(element, reference.modifier()));
      return inner == null ? null : ColumnType.array(inner);
    }
    CompositeType row = CatalogTypes.compositeOf(analysis.names(), type);
    if (row != null) {
      return ColumnType.composite(row);
    }
    DomainType domain = CatalogTypes.domainOf(analysis.names(), type);
    if (domain != null) {
      return domain.stored();
    }
    SystemType system = ColumnTypes.systemType(type);
    if (system != null) {
      return system.stored();
    }
    return switch (type.form()) {
      case BASE -> ofBase(reference);
      case RANGE, MULTIRANGE -> ofRange(type);
      case COMPOSITE, DOMAIN, ENUM, PSEUDO -> null;
    };
  }

  private @Nullable ColumnType ofRange(Type type) {
    Type bound = analysis.registry().types().ranges().boundOf(type);
    ColumnType inner = bound == null ? null : find(TypeReference.of(bound));
    return inner == null
        ? null
        : type.form() == TypeForm.RANGE ? ColumnType.range(inner) : ColumnType.multirange(inner);
  }

  private static @Nullable ColumnType ofBase(TypeReference reference) {
    int modifier = reference.modifier();
    return switch (reference.type().name()) {
      case "bool" -> Plain.BOOLEAN;
      case "int2" -> Plain.SMALLINT;
      case "int4" -> Plain.INTEGER;
      case "int8" -> Plain.BIGINT;
      case "float4" -> Plain.REAL;
      case "float8" -> Plain.DOUBLE;
      case "text" -> Plain.TEXT;
      case "bytea" -> Plain.BYTEA;
      case "date" -> Plain.DATE;
      case "time" -> Plain.TIME;
      case "timestamp" -> Plain.TIMESTAMP;
      case "timestamptz" -> Plain.TIMESTAMPTZ;
      case "uuid" -> Plain.UUID;
      case "varchar" ->
          reference.hasModifier()
              ? ColumnType.varchar(TypeModifiers.length(modifier))
              : Varchar.UNLIMITED;
      case "bpchar" ->
          reference.hasModifier() ? ColumnType.character(TypeModifiers.length(modifier)) : null;
      case "numeric" -> numeric(reference);
      case "interval" -> ColumnType.packed(PackedKind.INTERVAL);
      case "json" -> ColumnType.packed(PackedKind.JSON);
      case "jsonb" -> ColumnType.packed(PackedKind.JSONB);
      case "timetz" -> ColumnType.packed(PackedKind.TIMETZ);
      case "bit" -> ColumnType.packed(PackedKind.BIT);
      case "varbit" -> ColumnType.packed(PackedKind.VARBIT);
      default -> ofBaseValues(reference.type().kind());
    };
  }

  private static @Nullable ColumnType ofBaseValues(@Nullable TypeKind kind) {
    BaseType base = kind == null ? null : kind.base();
    return base == null ? null : ColumnType.base(base);
  }

  private static ColumnType numeric(TypeReference reference) {
    if (!reference.hasModifier()) {
      return ColumnType.packed(PackedKind.NUMERIC);
    }
    int precision = TypeModifiers.precision(reference.modifier());
    int scale = TypeModifiers.scale(reference.modifier());
    boolean isFixed =
        precision <= ColumnType.Numeric.PRECISION_MAX && scale >= 0 && scale <= precision;
    return isFixed ? ColumnType.numeric(precision, scale) : ColumnType.packed(PackedKind.NUMERIC);
  }
}
