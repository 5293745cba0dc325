package dev.colonnade.sql.plan.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.type.TypeKind;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataTypeFamily;
import org.apache.calcite.sql.SqlCollation;
import org.apache.calcite.sql.type.BasicSqlType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Type of PostgreSQL that Calcite lacks. Calcite sees the type whose Java class the values share,
 * or an opaque type; the rules of this project read {@link #kind()}.
 */
@SuppressWarnings("serial") // types are never serialized
public final class PostgresType extends BasicSqlType implements CalciteTypes.Carrier {
  /** Families by which Calcite compares opaque types. */
  private static final Map<TypeKind, RelDataTypeFamily> FAMILIES =
      Map.of(
          TypeKind.INTERVAL, new RelDataTypeFamily() {}, TypeKind.VOID, new RelDataTypeFamily() {});

  private final TypeKind kind;

  private PostgresType(TypeKind kind, boolean isNullable) {
    this.kind = requireNonNull(kind, "kind is null");
    super(PostgresTypeSystem.INSTANCE, nameOf(kind), isNullable);
  }

  /** Returns the NOT NULL type of a kind. */
  static PostgresType of(TypeKind kind) {
    return new PostgresType(kind, false);
  }

  private static SqlTypeName nameOf(TypeKind kind) {
    return switch (kind) {
      case NAME, BYTE_CHAR, JSON, JSONB -> SqlTypeName.VARCHAR;
      case OID, REGCLASS, REGTYPE, REGPROC, REGPROCEDURE, REGNAMESPACE, REGROLE ->
          SqlTypeName.BIGINT;
      case INTERVAL, VOID -> SqlTypeName.OTHER;
      default -> throw new IllegalArgumentException("Calcite has a type of this kind: " + kind);
    };
  }

  @Override
  public TypeKind kind() {
    return kind;
  }

  @Override
  public BasicSqlType createWithNullability(boolean nullable) {
    return nullable == isNullable() ? this : new PostgresType(kind, nullable);
  }

  @Override
  public RelDataTypeFamily getFamily() {
    return getSqlTypeName() == SqlTypeName.OTHER
        ? requireNonNull(FAMILIES.get(kind))
        : super.getFamily();
  }

  @Override
  public @Nullable Charset getCharset() {
    return typeName == SqlTypeName.VARCHAR ? StandardCharsets.UTF_8 : null;
  }

  @Override
  public @Nullable SqlCollation getCollation() {
    return typeName == SqlTypeName.VARCHAR ? SqlCollation.IMPLICIT : null;
  }

  @Override
  protected void generateTypeString(StringBuilder out, boolean withDetail) {
    out.append(kind.sqlName());
  }
}
