package dev.colonnade.sql.explain;

import dev.colonnade.sql.explain.Description.Merging;
import dev.colonnade.sql.explain.format.ExplainNode.Relationship;
import dev.colonnade.sql.explain.format.ExplainProperty;
import dev.colonnade.sql.explain.text.DisplayColumn;
import dev.colonnade.sql.explain.text.Identifiers;
import dev.colonnade.sql.explain.text.PredicateText;
import dev.colonnade.sql.explain.text.UniqueColumns;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Describer of joins. The first input is the outer one, as in PostgreSQL; the build side of a hash
 * join is the inner one below a node {@code Hash}.
 */
final class JoinDescriber {
  private static final String NESTED_LOOP = "Nested Loop";
  private static final String INNER = "Inner";

  private final PlanDescriber plans;
  private final ScanDescriber scans;
  private final ExplainContext context;

  JoinDescriber(PlanDescriber plans, ScanDescriber scans, ExplainContext context) {
    this.plans = plans;
    this.scans = scans;
    this.context = context;
  }

  /**
   * Described inputs.
   *
   * @param isFlipped whether the right input is the outer one
   */
  private record Sides(Description left, Description right, boolean isFlipped) {
    Description outer() {
      return isFlipped ? right : left;
    }

    Description inner() {
      return isFlipped ? left : right;
    }

    /** Returns the columns of pairs. */
    List<DisplayColumn> pairs() {
      List<DisplayColumn> pairs = new ArrayList<>(DisplayColumn.asInputs(left.columns()));
      pairs.addAll(DisplayColumn.asInputs(right.columns()));
      return pairs;
    }

    /** Returns the columns of pairs as conditions refer to them. */
    List<DisplayColumn> operands() {
      List<DisplayColumn> operands = new ArrayList<>(DisplayColumn.asArguments(left.columns()));
      operands.addAll(DisplayColumn.asArguments(right.columns()));
      return operands;
    }
  }

  Description hash(JoinPlan.HashJoin join) {
    Sides sides =
        new Sides(plans.describe(join.left()), plans.describe(join.right()), join.buildsLeft());
    Description description = node("Hash Join", "Hash", join, sides);
    PhysicalPlan inner = join.buildsLeft() ? join.left() : join.right();
    addUniqueness(description, join, inner, innerKeys(join));
    description.detail("Hash Cond", keys(join.keys(), sides));
    addCondition(description, join.kind(), join.condition(), sides);
    return description
        .child(Relationship.OUTER, sides.outer())
        .child(Relationship.INNER, hashTable(description, inner, sides.inner()));
  }

  private static Set<Integer> innerKeys(JoinPlan.HashJoin join) {
    return join.keys().stream()
        .map(key -> join.buildsLeft() ? key.left() : key.right())
        .collect(Collectors.toSet());
  }

  /** Returns the node of the build side, whose memory is that of the join. */
  private Description hashTable(Description join, PhysicalPlan plan, Description input) {
    double cost = plan.estimate().totalCost();
    Actual actual = input.actual();
    Description description =
        new Description(context, "Hash", plan, DisplayColumn.asInputs(input.columns()))
            .asPart(
                new PlanEstimate(plan.estimate().rows(), cost, cost),
                actual == null ? null : actual.afterAll());
    MemoryProperties.hashTable(join.statistics(), "Hash Batches").forEach(description::detail);
    return description.child(Relationship.OUTER, input);
  }

  Description merge(JoinPlan.MergeJoin join) {
    Sides sides = new Sides(plans.describe(join.left()), plans.describe(join.right()), false);
    Description description = node("Merge Join", "Merge", join, sides);
    Set<Integer> keys = join.keys().stream().map(JoinPlan.Key::right).collect(Collectors.toSet());
    addUniqueness(description, join, join.right(), keys);
    description.detail("Merge Cond", keys(join.keys(), sides));
    addCondition(description, join.kind(), join.condition(), sides);
    return withInputs(description, sides);
  }

  Description nestedLoop(JoinPlan.NestedLoopJoin join) {
    Description right = plans.describe(join.right());
    Description buffered = isInMemory(join.right()) ? right : buffered(join.right(), right);
    Sides sides = new Sides(plans.describe(join.left()), buffered, false);
    Description description = node(NESTED_LOOP, NESTED_LOOP, join, sides);
    addUniqueness(description, join, join.right(), Set.of());
    addCondition(description, join.kind(), join.condition(), sides);
    return withInputs(description, sides);
  }

  /** Returns whether the rows of a plan are buffered without the join. */
  private static boolean isInMemory(PhysicalPlan plan) {
    return plan instanceof ScanPlan.Values
        || plan instanceof ScanPlan.CteScan
        || plan instanceof ScanPlan.NamedRowsScan
        || plan instanceof ScanPlan.WorkingTableScan;
  }

  private Description buffered(PhysicalPlan plan, Description input) {
    return new Description(context, "Materialize", plan, DisplayColumn.asInputs(input.columns()))
        .asPart(plan.estimate(), input.actual())
        .child(Relationship.OUTER, input);
  }

  Description dependent(JoinPlan.DependentJoin join) {
    Sides sides = new Sides(plans.describe(join.left()), plans.describe(join.right()), false);
    Description description = node(NESTED_LOOP, NESTED_LOOP, join, sides);
    addUniqueness(description, join, join.right(), Set.of());
    addCondition(description, join.kind(), join.condition(), sides);
    return withInputs(description, sides);
  }

  Description lookup(JoinPlan.LookupJoin join) {
    Description left = plans.describe(join.left());
    ScanPlan.TableScan scan = join.scan();
    Description table = scans.table(scan, lookups(join, left));
    plans.addSubqueries(table, scan);
    if (context.statistics(scan) == null) {
      table.asPart(scan.estimate(), null);
    }
    Sides sides = new Sides(left, table, false);
    Description description = node(NESTED_LOOP, NESTED_LOOP, join, sides);
    boolean isUnique =
        join.kind() != JoinPlan.Kind.SEMI
            && UniqueColumns.isKey(scan.table(), new HashSet<>(join.tableKeys()));
    addUniqueness(description, isUnique);
    addCondition(description, join.kind(), join.condition(), sides);
    return withInputs(description, sides);
  }

  /** Returns the equalities by which rows are looked up. */
  private List<String> lookups(JoinPlan.LookupJoin join, Description left) {
    ScanPlan.TableScan scan = join.scan();
    List<DisplayColumn> columns = DisplayColumn.asArguments(left.columns());
    List<Column> stored = scan.table().schema().columns();
    String alias = context.aliases().alias(scan, scan.table().name());
    List<String> lookups = new ArrayList<>();
    for (int i = 0; i < join.leftKeys().size(); i++) {
      String name = stored.get(join.tableKeys().get(i)).name();
      String column =
          context.qualifiesScans()
              ? Identifiers.quoted(alias) + "." + Identifiers.quoted(name)
              : Identifiers.quoted(name);
      lookups.add("(%s = %s)".formatted(column, columns.get(join.leftKeys().get(i)).qualified()));
    }
    return lookups;
  }

  /**
   * Returns the node of a join without its inputs and conditions.
   *
   * @param name start of the title
   */
  private Description node(String type, String name, JoinPlan join, Sides sides) {
    List<DisplayColumn> columns =
        join.kind().isLeftOnly() ? DisplayColumn.asInputs(sides.left().columns()) : sides.pairs();
    String kind = kindOf(join.kind(), sides.isFlipped());
    String suffix = kind.equals(INNER) ? "" : " " + kind;
    String noun = kind.equals(INNER) && name.equals(NESTED_LOOP) ? "" : " Join";
    Description description =
        new Description(context, type, join, columns)
            .titled(name + suffix + noun)
            .merging(Merging.PROJECTIONS_AND_FILTERS)
            .target("Join Type", kind);
    if (join.kind() == JoinPlan.Kind.INNER) {
      description.filter().ofJoin();
    }
    return description;
  }

  private static String kindOf(JoinPlan.Kind kind, boolean isFlipped) {
    String right = isFlipped ? "Right " : "";
    return switch (kind) {
      case INNER -> INNER;
      case LEFT -> isFlipped ? "Right" : "Left";
      case RIGHT -> isFlipped ? "Left" : "Right";
      case FULL -> "Full";
      case SEMI -> right + "Semi";
      case ANTI, NULL_AWARE_ANTI -> right + "Anti";
    };
  }

  private void addUniqueness(
      Description description, JoinPlan join, PhysicalPlan inner, Set<Integer> keys) {
    addUniqueness(
        description,
        join.kind() != JoinPlan.Kind.SEMI
            && !keys.isEmpty()
            && UniqueColumns.contains(inner, keys));
  }

  private void addUniqueness(Description description, boolean isUnique) {
    if (context.display().verbose() && isUnique) {
      description.detail(ExplainProperty.line("Inner Unique", "true"));
    }
    description.detail(ExplainProperty.structured("Inner Unique", isUnique));
  }

  private String keys(List<JoinPlan.Key> keys, Sides sides) {
    List<String> left = texts(sides.left());
    List<String> right = texts(sides.right());
    List<String> equalities = new ArrayList<>();
    for (JoinPlan.Key key : keys) {
      String outer = sides.isFlipped() ? right.get(key.right()) : left.get(key.left());
      String inner = sides.isFlipped() ? left.get(key.left()) : right.get(key.right());
      equalities.add(
          key.nullsEqual()
              ? "(NOT (%s IS DISTINCT FROM %s))".formatted(outer, inner)
              : "(%s = %s)".formatted(outer, inner));
    }
    return PredicateText.conjunction(equalities);
  }

  private List<String> texts(Description side) {
    return context.conditionTexts(DisplayColumn.asArguments(side.columns()));
  }

  /** Adds the condition over pairs, and that the join is NULL-aware, which PostgreSQL has not. */
  private void addCondition(
      Description description, JoinPlan.Kind kind, @Nullable Expression condition, Sides sides) {
    if (kind == JoinPlan.Kind.NULL_AWARE_ANTI) {
      description.detail(ExplainProperty.line("Null Aware", "true"));
      description.detail(ExplainProperty.structured("Null Aware", true));
    }
    if (condition == null) {
      return;
    }
    List<String> conjuncts =
        PredicateText.conjuncts(condition, context.conditionTexts(sides.operands()));
    if (kind == JoinPlan.Kind.INNER) {
      description.filter().add(conjuncts);
    } else {
      description.detail("Join Filter", PredicateText.conjunction(conjuncts));
    }
  }

  private static Description withInputs(Description description, Sides sides) {
    return description
        .child(Relationship.OUTER, sides.outer())
        .child(Relationship.INNER, sides.inner());
  }
}
