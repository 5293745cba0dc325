package dev.colonnade.sql.run;

import dev.colonnade.key.Key;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.plan.ConstantEvaluator;
import dev.colonnade.sql.plan.PointScan;
import dev.colonnade.sql.plan.QueryParameters;
import org.jspecify.annotations.Nullable;

/** The key of the row that a {@link PointScan} asks for. */
public final class PointKey {
  private PointKey() {}

  /** The row key; null if no key can have what is asked for, or a scan has to find that out. */
  public static @Nullable Key of(
      PointScan scan, QueryParameters parameters, StatementServices services) {
    ConstantEvaluator constants = new ConstantEvaluator(parameters::held, services);
    return KeySpans.point(scan.table().format(), scan.filters(constants));
  }
}
