package dev.colonnade.sql.run;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.plan.PlannedQuery;
import dev.colonnade.sql.vector.plan.VectorPlanner;
import dev.colonnade.sql.vector.plan.VectorRel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableInterpretable;
import org.apache.calcite.adapter.enumerable.EnumerableProject;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.interpreter.Bindables;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRules;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.JaninoRelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataQueryBase;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.runtime.Bindable;

/** Turns plans into generated code. Joins are by hash where they can be. */
public final class EnumerableCompiler {
  private static final List<RelOptRule> RULES =
      List.of(
          EnumerableScan.Rule.INSTANCE,
          EnumerableLookupJoin.Rule.INSTANCE,
          EnumerableFrames.Rule.INSTANCE,
          EnumerableSystemScan.Rule.INSTANCE,
          EnumerableMaterializedScan.Rule.INSTANCE,
          EnumerableVectors.Rule.INSTANCE,
          Bindables.BINDABLE_TABLE_SCAN_RULE,
          EnumerableRules.TO_INTERPRETER,
          EnumerableMarkJoin.Rule.INSTANCE,
          EnumerableRules.ENUMERABLE_JOIN_RULE,
          EnumerableRules.ENUMERABLE_CORRELATE_RULE,
          EnumerableRules.ENUMERABLE_PROJECT_RULE,
          EnumerableRules.ENUMERABLE_FILTER_RULE,
          EnumerableRules.ENUMERABLE_AGGREGATE_RULE,
          EnumerableRules.ENUMERABLE_SORT_RULE,
          EnumerableRules.ENUMERABLE_LIMIT_SORT_RULE,
          EnumerableRules.ENUMERABLE_LIMIT_RULE,
          EnumerableRules.ENUMERABLE_COLLECT_RULE,
          EnumerableRules.ENUMERABLE_UNCOLLECT_RULE,
          EnumerableRules.ENUMERABLE_UNION_RULE,
          EnumerableRules.ENUMERABLE_REPEAT_UNION_RULE,
          EnumerableRules.ENUMERABLE_TABLE_SPOOL_RULE,
          EnumerableRules.ENUMERABLE_INTERSECT_RULE,
          EnumerableRules.ENUMERABLE_MINUS_RULE,
          EnumerableRules.ENUMERABLE_VALUES_RULE,
          EnumerableRules.ENUMERABLE_WINDOW_RULE,
          EnumerableRules.ENUMERABLE_TABLE_FUNCTION_SCAN_RULE);

  /**
   * Makes a plan ready to run.
   *
   * @param vectors whether operators on vectors may be used; what they cannot do is code
   */
  public RunnableQuery compile(String sql, PlannedQuery query, boolean vectors) {
    return compile(sql, query, vectors, false).query();
  }

  /** Variant of {@link #compile} whose operators can all be measured. */
  public MeasuredQuery compileMeasured(String sql, PlannedQuery query, boolean vectors) {
    return compile(sql, query, vectors, true);
  }

  private static MeasuredQuery compile(
      String sql, PlannedQuery query, boolean vectors, boolean measured) {
    RelNode plan = query.plan();
    RelMetadataQueryBase.THREAD_PROVIDERS.set(
        JaninoRelMetadataProvider.of(plan.getCluster().getMetadataProvider()));
    try {
      return compile(vectors ? VectorPlanner.rewrite(plan) : plan, measured);
    } catch (ColonnadeException e) {
      throw e;
    } catch (StackOverflowError e) {
      throw new ColonnadeException(
          ErrorCode.STATEMENT_TOO_COMPLEX, "statement is nested too deeply", e);
    } catch (RuntimeException | AssertionError e) {
      throw SqlErrors.of(sql, e);
    } finally {
      RelMetadataQueryBase.THREAD_PROVIDERS.remove();
    }
  }

  private static MeasuredQuery compile(RelNode chosenPlan, boolean measured) {
    if (chosenPlan instanceof VectorRel vectors) {
      return new MeasuredQuery(new VectorQuery(vectors), chosenPlan);
    }
    RelNode plan = BuildSideSelection.of(chosenPlan);
    RelOptPlanner planner = plan.getCluster().getPlanner();
    RULES.forEach(planner::addRule);
    RelNode wanted =
        planner.changeTraits(plan, plan.getTraitSet().replace(EnumerableConvention.INSTANCE));
    planner.setRoot(wanted);
    RelNode calculated = GeneratedPlan.of(withCalcs(planner.findBestExp()));
    RelNode best = EnumerableMeter.metered(EnumerableSets.of(calculated));
    RelNode chosen = measured ? EnumerableMeasured.of(best) : best;
    Map<String, Object> stash = new HashMap<>();
    Bindable<?> code =
        EnumerableInterpretable.toBindable(
            stash, null, (EnumerableRel) chosen, EnumerableRel.Prefer.ARRAY);
    boolean isWide = chosen.getRowType().getFieldCount() > 1;
    return new MeasuredQuery(new CompiledQuery(code, Map.copyOf(stash), isWide), chosen);
  }

  /** Filters and projections run as calculations only. */
  private static RelNode withCalcs(RelNode chosen) {
    HepPlanner planner =
        new HepPlanner(new HepProgramBuilder().addRuleCollection(RelOptRules.CALC_RULES).build());
    planner.setRoot(consistent(chosen));
    return planner.findBestExp();
  }

  /**
   * The plan with what its operators take for NULL or not in step with what is below them, where
   * rules have lost that on the way.
   */
  private static RelNode consistent(RelNode plan) {
    List<RelNode> inputs = plan.getInputs().stream().map(EnumerableCompiler::consistent).toList();
    RelNode copied = inputs.equals(plan.getInputs()) ? plan : plan.copy(plan.getTraitSet(), inputs);
    if (!(copied instanceof EnumerableProject project)) {
      return copied;
    }
    RelNode input = project.getInput();
    List<RexNode> fields =
        RexUtil.fixUp(
            plan.getCluster().getRexBuilder(),
            project.getProjects(),
            RelOptUtil.getFieldTypeList(input.getRowType()));
    RelDataType rowType =
        RexUtil.createStructType(
            plan.getCluster().getTypeFactory(), fields, project.getRowType().getFieldNames(), null);
    return rowType.equals(project.getRowType())
        ? project
        : new EnumerableProject(plan.getCluster(), project.getTraitSet(), input, fields, rowType);
  }
}
