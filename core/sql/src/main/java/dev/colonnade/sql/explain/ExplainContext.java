package dev.colonnade.sql.explain;

import dev.colonnade.sql.execute.OperatorStatistics;
import dev.colonnade.sql.explain.text.CommonTables;
import dev.colonnade.sql.explain.text.DisplayColumn;
import dev.colonnade.sql.explain.text.RelationAliases;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.SubqueryPlan;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** State of the description of one plan. */
final class ExplainContext {
  private final PlanDisplay display;
  private final StatisticsSource statistics;
  private final IntFunction<String> schemas;
  private final RelationAliases aliases;
  private final boolean hasSeveralRelations;
  private final CommonTables commonTables = new CommonTables();
  private final Set<SubqueryPlan> shown = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * Creates the state.
   *
   * @param schemas the names of schemas by their ids
   * @param target alias of a relation that is not in the plan; null for none
   */
  ExplainContext(
      PlanDisplay display,
      StatisticsSource statistics,
      IntFunction<String> schemas,
      PhysicalPlan plan,
      @Nullable String target) {
    this.display = display;
    this.statistics = statistics;
    this.schemas = schemas;
    this.aliases = RelationAliases.of(plan, target);
    this.hasSeveralRelations = aliases.count() > 1;
  }

  PlanDisplay display() {
    return display;
  }

  RelationAliases aliases() {
    return aliases;
  }

  CommonTables commonTables() {
    return commonTables;
  }

  /** Returns the name of a schema if it is shown; null otherwise. */
  @Nullable String shownSchema(int schemaId) {
    return display.verbose() ? schemas.apply(schemaId) : null;
  }

  @Nullable OperatorStatistics statistics(PhysicalPlan plan) {
    return display.analyze() ? statistics.find(plan) : null;
  }

  /** Returns whether a subquery is shown for the first time. */
  boolean isFirst(SubqueryPlan subquery) {
    return shown.add(subquery);
  }

  /** Returns whether output columns have the names of their relations. */
  boolean qualifiesOutput() {
    return hasSeveralRelations;
  }

  /** Returns whether columns in conditions and keys have the names of their relations. */
  boolean qualifiesConditions() {
    return hasSeveralRelations || display.verbose();
  }

  /** Returns whether columns in conditions of a scan have the name of the relation. */
  boolean qualifiesScans() {
    return display.verbose();
  }

  /** Returns the texts of columns in conditions and keys. */
  List<String> conditionTexts(List<DisplayColumn> columns) {
    return DisplayColumn.texts(columns, qualifiesConditions());
  }
}
