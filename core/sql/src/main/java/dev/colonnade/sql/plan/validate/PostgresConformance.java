package dev.colonnade.sql.plan.validate;

import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;

/** Conformance of the validator: stricter than the most lenient dialect where PostgreSQL is. */
final class PostgresConformance extends SqlDelegatingConformance {
  PostgresConformance() {
    super(SqlConformanceEnum.BABEL);
  }

  @Override
  public boolean isNonStrictGroupBy() {
    return false;
  }

  @Override
  public boolean isHavingAlias() {
    return false;
  }

  @Override
  public SelectAliasLookup isSelectAlias() {
    return SelectAliasLookup.UNSUPPORTED;
  }
}
