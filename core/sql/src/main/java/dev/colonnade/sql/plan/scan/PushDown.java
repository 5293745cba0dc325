package dev.colonnade.sql.plan.scan;

import dev.colonnade.sql.schema.SnapshotTable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.mapping.Mappings;

/**
 * Gives the scans of a lowered plan what stands directly above them: filters as far as a scan can
 * apply them, the columns that are used at all, and limits.
 */
public final class PushDown extends RelHomogeneousShuttle {
  private final RexBuilder builder;

  public PushDown(RexBuilder builder) {
    this.builder = builder;
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    return switch (visited) {
      case PushedScan scan -> scan;
      case Filter filter when filter.getInput() instanceof PushedScan scan ->
          pushFilter(filter, scan);
      case Project project -> pushProject(project);
      case Sort sort when sort.getInput() instanceof PushedScan scan -> pushLimit(sort, scan);
      default -> visited;
    };
  }

  @Override
  public RelNode visit(TableScan scan) {
    SnapshotTable table = scan.getTable().unwrap(SnapshotTable.class);
    if (table == null) {
      return scan; // of the rows that a recursive query has so far
    }
    return PushedScan.of(scan, ScanSpec.all(table.table()));
  }

  private RelNode pushFilter(Filter filter, PushedScan scan) {
    FilterTemplate template = new FilterTemplate(scan.spec().table().schema());
    List<RexNode> pushed = new ArrayList<>();
    List<RexNode> kept = new ArrayList<>();
    for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
      RexNode onTable = condition.accept(toOrdinals(scan.spec()));
      if (template.accepts(onTable)) {
        pushed.add(onTable);
      } else {
        kept.add(condition);
      }
    }
    RelNode input = scan.with(scan.spec().withConditions(pushed));
    return kept.isEmpty()
        ? input
        : LogicalFilter.create(input, RexUtil.composeConjunction(builder, kept));
  }

  /** References to columns of a scan as references to columns of its table. */
  private static RexShuttle toOrdinals(ScanSpec spec) {
    return new RexShuttle() {
      @Override
      public RexNode visitInputRef(RexInputRef ref) {
        return new RexInputRef(spec.ordinals().get(ref.getIndex()), ref.getType());
      }
    };
  }

  private RelNode pushProject(Project project) {
    ImmutableBitSet used = RelOptUtil.InputFinder.bits(project.getProjects(), null);
    if (project.getInput() instanceof PushedScan scan) {
      return projected(project, narrow(scan, used), used);
    }
    if (project.getInput() instanceof Filter filter
        && filter.getInput() instanceof PushedScan scan) {
      ImmutableBitSet both = used.union(RelOptUtil.InputFinder.bits(filter.getCondition()));
      PushedScan narrowed = narrow(scan, both);
      RexNode condition = filter.getCondition().accept(moved(scan, narrowed, both));
      return projected(project, LogicalFilter.create(narrowed, condition), both);
    }
    return project;
  }

  private RelNode projected(Project project, RelNode input, ImmutableBitSet used) {
    RexShuttle shuttle = moved(project.getInput(), input, used);
    List<RexNode> expressions =
        project.getProjects().stream().map(expression -> expression.accept(shuttle)).toList();
    boolean isIdentity =
        expressions.size() == input.getRowType().getFieldCount()
            && RexUtil.isIdentity(expressions, input.getRowType());
    return isIdentity
        ? input
        : LogicalProject.create(
            input,
            project.getHints(),
            expressions,
            project.getRowType().getFieldNames(),
            project.getVariablesSet());
  }

  private static PushedScan narrow(PushedScan scan, ImmutableBitSet used) {
    List<Integer> ordinals = new ArrayList<>();
    for (int index : used) {
      ordinals.add(scan.spec().ordinals().get(index));
    }
    return scan.with(scan.spec().withOrdinals(ordinals));
  }

  private static RexShuttle moved(RelNode before, RelNode after, ImmutableBitSet used) {
    Mappings.TargetMapping mapping =
        Mappings.target(
            index -> used.get(index) ? used.indexOf(index) : -1,
            before.getRowType().getFieldCount(),
            after.getRowType().getFieldCount());
    return new org.apache.calcite.rex.RexPermuteInputsShuttle(mapping, before);
  }

  private static RelNode pushLimit(Sort sort, PushedScan scan) {
    if (!sort.getCollation().getFieldCollations().isEmpty()
        || sort.offset != null
        || !(sort.fetch instanceof RexLiteral limit)) {
      return sort;
    }
    BigDecimal rows = limit.getValueAs(BigDecimal.class);
    return rows == null || rows.signum() <= 0
        ? sort
        : scan.with(scan.spec().withRowLimit(rows.longValueExact()));
  }
}
