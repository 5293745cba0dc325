package dev.colonnade.sql.frontend.statement;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.sql.explain.Explanation;
import dev.colonnade.sql.explain.PlanDisplay;
import dev.colonnade.sql.explain.QueryTimes;
import dev.colonnade.sql.explain.StatisticsSource;
import dev.colonnade.sql.explain.format.ExplainFormat;
import dev.colonnade.sql.physical.PhysicalPlan;
import java.util.List;

/** Text of a plan as EXPLAIN without options shows it, for the log of slow statements. */
final class PlanText {
  private static final PlanDisplay DISPLAY =
      new PlanDisplay(false, false, true, false, false, false, ExplainFormat.TEXT);

  private PlanText() {}

  /** Returns the lines of a plan. */
  static List<String> of(PhysicalPlan plan, CatalogSnapshot catalog) {
    Explanation explanation =
        new Explanation(DISPLAY, StatisticsSource.NONE, id -> schemaName(catalog, id));
    return explanation.lines(plan, new QueryTimes(0, 0));
  }

  private static String schemaName(CatalogSnapshot catalog, int id) {
    SchemaEntry schema = catalog.findSchema(id);
    return schema == null ? Integer.toString(id) : schema.name();
  }
}
