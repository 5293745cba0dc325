package dev.colonnade.sql.plan.logical;

import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.rules.FilterProjectTransposeRule;
import org.apache.calcite.rel.rules.ProjectMergeRule;
import org.apache.calcite.rex.RexUtil;

/**
 * Calcite's rules that would write an expression in two places, or in another: only for expressions
 * that have the same value wherever and however often they are evaluated. A value that is drawn
 * from a sequence is not one of these.
 */
final class StableRules {
  static final RelOptRule PROJECT_MERGE =
      ProjectMergeRule.Config.DEFAULT
          .withOperandSupplier(
              above ->
                  above
                      .operand(Project.class)
                      .oneInput(
                          below ->
                              below
                                  .operand(Project.class)
                                  .predicate(StableRules::isStable)
                                  .anyInputs()))
          .as(ProjectMergeRule.Config.class)
          .toRule();

  static final RelOptRule FILTER_PROJECT_TRANSPOSE =
      FilterProjectTransposeRule.Config.DEFAULT
          .withOperandSupplier(
              above ->
                  above
                      .operand(Filter.class)
                      .predicate(filter -> !filter.containsOver())
                      .oneInput(
                          below ->
                              below
                                  .operand(Project.class)
                                  .predicate(StableRules::isStable)
                                  .anyInputs()))
          .as(FilterProjectTransposeRule.Config.class)
          .toRule();

  /** The same for filters that name no column of an outer query. */
  static final RelOptRule PLAIN_FILTER_PROJECT_TRANSPOSE =
      FilterProjectTransposeRule.Config.DEFAULT
          .withOperandSupplier(
              above ->
                  above
                      .operand(Filter.class)
                      .predicate(
                          filter ->
                              !filter.containsOver()
                                  && !RexUtil.containsCorrelation(filter.getCondition()))
                      .oneInput(
                          below ->
                              below
                                  .operand(Project.class)
                                  .predicate(StableRules::isStable)
                                  .anyInputs()))
          .as(FilterProjectTransposeRule.Config.class)
          .withCopyFilter(true)
          .withCopyProject(true)
          .toRule();

  private StableRules() {}

  /** Returns whether all projections of a plan are stable. */
  static boolean isStable(RelNode plan) {
    boolean isSelf = !(plan instanceof Project project) || isStable(project);
    return isSelf && plan.getInputs().stream().allMatch(StableRules::isStable);
  }

  /** Returns whether all expressions have the same value however often they are evaluated. */
  static boolean isStable(Project project) {
    return project.getProjects().stream().allMatch(RexUtil::isDeterministic);
  }
}
