package dev.colonnade.sql.type;

import static java.util.Objects.requireNonNull;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.sql.SqlCollation;
import org.apache.calcite.sql.type.BasicSqlType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * A type of PostgreSQL's that Calcite takes for another one, whose values it has: {@code name} and
 * {@code "char"} for text, {@code oid} and the kinds of references that are made of it for BIGINT.
 */
public final class PostgresType extends BasicSqlType {
  private final TypeKind kind;

  private PostgresType(TypeKind kind, SqlTypeName like, boolean isNullable) {
    super(PostgresTypeSystem.INSTANCE, like, isNullable);
    this.kind = requireNonNull(kind, "kind is null");
    computeDigest();
  }

  /** The type of a kind that has no type of Calcite's; not nullable. */
  static PostgresType of(TypeKind kind) {
    SqlTypeName like = kind.isText() ? SqlTypeName.VARCHAR : SqlTypeName.BIGINT;
    return new PostgresType(kind, like, false);
  }

  public TypeKind kind() {
    return kind;
  }

  @Override
  public BasicSqlType createWithNullability(boolean nullable) {
    return nullable == isNullable ? this : new PostgresType(kind, typeName, nullable);
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
  protected void generateTypeString(StringBuilder text, boolean withDetail) {
    super.generateTypeString(text, withDetail);
    if (kind != null) { // not yet while the superclass is being made
      text.append(' ').append(kind.name());
    }
  }
}
