package dev.colonnade.sql.plan.logical;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;

/**
 * Gives every operator of a subquery that names a column of the outer query a copy of its own of
 * that column. Where two of them name the same one, Calcite's decorrelation keeps the condition of
 * the upper or the right one and forgets the other: rows came out that belong to no row of the
 * outer query.
 */
final class CorrelatedPlaces extends RelHomogeneousShuttle {
  private final RexBuilder builder;

  CorrelatedPlaces(RexBuilder builder) {
    this.builder = builder;
  }

  /** Returns whether a query of the plan names columns of an outer one. */
  static boolean areIn(RelNode plan) {
    return plan instanceof Correlate || plan.getInputs().stream().anyMatch(CorrelatedPlaces::areIn);
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    return switch (visited) {
      case Correlate correlate -> parted(correlate);
      case Filter filter when RexUtil.containsCorrelation(filter.getCondition()) -> onTop(filter);
      default -> visited;
    };
  }

  /**
   * Puts a projection below a filter where more columns of the outer query come from: Calcite takes
   * the numbers of the filter's columns for those that they have when these were added, which is
   * true of projections only.
   */
  private static RelNode onTop(Filter filter) {
    RelNode input = filter.getInput().stripped();
    if (input instanceof Project || RelOptUtil.getVariablesUsed(input).isEmpty()) {
      return filter;
    }
    List<RexNode> fields =
        List.copyOf(filter.getCluster().getRexBuilder().identityProjects(input.getRowType()));
    return filter.copy(
        filter.getTraitSet(),
        LogicalProject.create(
            input, List.of(), fields, input.getRowType().getFieldNames(), Set.of()),
        filter.getCondition());
  }

  private RelNode parted(Correlate correlate) {
    CorrelationId variable = correlate.getCorrelationId();
    Places places = new Places(variable);
    correlate.getRight().accept(places);
    List<Copy> copies = places.copies();
    if (copies.isEmpty()) {
      return correlate;
    }
    RelNode left = withCopies(correlate.getLeft(), copies);
    RelNode right =
        correlate.getRight().accept(new Redirection(variable, left.getRowType(), copies, builder));
    RelNode changed =
        LogicalCorrelate.create(
            left,
            right,
            correlate.getHints(),
            variable,
            RelOptUtil.correlationColumns(variable, right),
            correlate.getJoinType());
    int width = correlate.getLeft().getRowType().getFieldCount();
    return withoutCopies(changed, width, copies.size(), correlate.getRowType());
  }

  private RelNode withCopies(RelNode input, List<Copy> copies) {
    List<RexNode> fields = new ArrayList<>(builder.identityProjects(input.getRowType()));
    List<String> names = new ArrayList<>(input.getRowType().getFieldNames());
    for (Copy copy : copies) {
      fields.add(builder.makeInputRef(input, copy.column()));
      names.add("copy" + names.size());
    }
    return LogicalProject.create(input, List.of(), fields, names, Set.of());
  }

  private RelNode withoutCopies(RelNode input, int width, int copyCount, RelDataType shown) {
    List<RexNode> fields = new ArrayList<>();
    for (int i = 0; i < shown.getFieldCount(); i++) {
      fields.add(builder.makeInputRef(input, i < width ? i : i + copyCount));
    }
    return LogicalProject.create(input, List.of(), fields, shown.getFieldNames(), Set.of());
  }

  /**
   * Operators that name columns of one outer query, by operator. Operators are identified by their
   * number in the order of a walk: Calcite shares one operator in two places if they are equal.
   */
  private static final class Places extends RelHomogeneousShuttle {
    private final CorrelationId variable;
    private final Map<Integer, List<Integer>> placesByColumn = new TreeMap<>();
    private int placeCount;

    Places(CorrelationId variable) {
      this.variable = variable;
    }

    @Override
    public RelNode visit(RelNode other) {
      int place = placeCount++;
      other.accept(
          new RexShuttle() {
            @Override
            public RexNode visitFieldAccess(RexFieldAccess access) {
              if (isOf(access, variable)) {
                add(place, access.getField().getIndex());
              }
              return access;
            }
          });
      return super.visit(other);
    }

    private void add(int place, int column) {
      List<Integer> places = placesByColumn.computeIfAbsent(column, _ -> new ArrayList<>());
      if (!places.contains(place)) {
        places.add(place);
      }
    }

    /** Returns the copies: a column for each place that names it but the first. */
    List<Copy> copies() {
      List<Copy> copies = new ArrayList<>();
      placesByColumn.forEach(
          (column, places) ->
              places.stream().skip(1).forEach(place -> copies.add(new Copy(column, place))));
      return copies;
    }
  }

  /** A copy of a column for a place. */
  private record Copy(int column, int place) {}

  private static boolean isOf(RexFieldAccess access, CorrelationId variable) {
    return access.getReferenceExpr() instanceof RexCorrelVariable outer
        && outer.id.equals(variable);
  }

  /** Lets every place name the column that it was given. */
  private static final class Redirection extends RelHomogeneousShuttle {
    private final CorrelationId variable;
    private final RelDataType outerType;
    private final List<Copy> copies;
    private final RexBuilder builder;
    private int placeCount;

    Redirection(
        CorrelationId variable, RelDataType outerType, List<Copy> copies, RexBuilder builder) {
      this.variable = variable;
      this.outerType = outerType;
      this.copies = copies;
      this.builder = builder;
    }

    @Override
    public RelNode visit(RelNode other) {
      int place = placeCount++;
      return super.visit(other)
          .accept(
              new RexShuttle() {
                @Override
                public RexNode visitFieldAccess(RexFieldAccess access) {
                  if (!isOf(access, variable)) {
                    return access;
                  }
                  int column = access.getField().getIndex();
                  int copy = copies.indexOf(new Copy(column, place));
                  int width = outerType.getFieldCount() - copies.size();
                  return builder.makeFieldAccess(
                      builder.makeCorrel(outerType, variable), copy < 0 ? column : width + copy);
                }
              });
    }
  }
}
