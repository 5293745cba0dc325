package dev.colonnade.sql.explain;

import dev.colonnade.sql.explain.Description.Merging;
import dev.colonnade.sql.explain.format.ExplainNode.Relationship;
import dev.colonnade.sql.explain.format.ExplainProperty;
import dev.colonnade.sql.explain.text.DisplayColumn;
import dev.colonnade.sql.physical.AggregateCall;
import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.WindowPlan;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.List;

/** Describer of aggregations and of window functions. */
final class AggregateDescriber {
  private static final String COUNT = "count";

  private final PlanDescriber plans;
  private final ExplainContext context;

  AggregateDescriber(PlanDescriber plans, ExplainContext context) {
    this.plans = plans;
    this.context = context;
  }

  Description hash(AggregatePlan.HashAggregate aggregate) {
    Description input = plans.describe(aggregate.input());
    boolean hasGroupingSets =
        aggregate.groupingSets().size() > 1
            || aggregate.groupingSets().stream()
                .anyMatch(set -> set.size() < aggregate.keys().size());
    if (hasGroupingSets) {
      return groupingSets(aggregate, input);
    }
    if (aggregate.keys().isEmpty()) {
      return node(aggregate, input, "Aggregate", "Plain");
    }
    Description description = node(aggregate, input, "HashAggregate", "Hashed");
    description.detail(groupKey(aggregate, input));
    return withHashTable(description);
  }

  Description sorted(AggregatePlan.SortedAggregate aggregate) {
    Description input = plans.describe(aggregate.input());
    if (aggregate.keys().isEmpty()) {
      return node(aggregate, input, "Aggregate", "Plain");
    }
    if (!aggregate.calls().isEmpty()) {
      return node(aggregate, input, "GroupAggregate", "Sorted").detail(groupKey(aggregate, input));
    }
    boolean isDistinct = aggregate.keys().size() == aggregate.input().columns().size();
    Description description =
        new Description(
            context, isDistinct ? "Unique" : "Group", aggregate, columns(aggregate, input));
    if (!isDistinct) {
      description.merging(Merging.PROJECTIONS_AND_FILTERS).detail(groupKey(aggregate, input));
    }
    return description.child(Relationship.OUTER, input);
  }

  private Description node(
      AggregatePlan aggregate, Description input, String title, String strategy) {
    return new Description(context, "Aggregate", aggregate, columns(aggregate, input))
        .titled(title)
        .identity("Strategy", strategy)
        .identity("Partial Mode", "Simple")
        .merging(Merging.PROJECTIONS_AND_FILTERS)
        .child(Relationship.OUTER, input);
  }

  private static List<DisplayColumn> columns(AggregatePlan aggregate, Description input) {
    List<DisplayColumn> columns = new ArrayList<>();
    aggregate.keys().forEach(key -> columns.add(input.columns().get(key).asInput()));
    aggregate.calls().forEach(call -> columns.add(call(call, input.columns())));
    return columns;
  }

  private ExplainProperty groupKey(AggregatePlan aggregate, Description input) {
    return new ExplainProperty.Items("Group Key", keyTexts(aggregate, input));
  }

  /** Returns the texts of the keys, which are those of the input's own columns. */
  private List<String> keyTexts(AggregatePlan aggregate, Description input) {
    List<String> texts = context.conditionTexts(input.columns());
    return aggregate.keys().stream().map(texts::get).toList();
  }

  private Description groupingSets(AggregatePlan.HashAggregate aggregate, Description input) {
    boolean hasTotal = aggregate.groupingSets().stream().anyMatch(List::isEmpty);
    Description description =
        node(
            aggregate,
            input,
            hasTotal ? "MixedAggregate" : "HashAggregate",
            hasTotal ? "Mixed" : "Hashed");
    List<String> keys = keyTexts(aggregate, input);
    List<ExplainProperty.GroupingSet> sets = new ArrayList<>();
    List<List<String>> totals = new ArrayList<>();
    for (List<Integer> set : aggregate.groupingSets()) {
      if (set.isEmpty()) {
        totals.add(List.of());
      } else {
        List<String> texts = set.stream().map(keys::get).toList();
        sets.add(new ExplainProperty.GroupingSet("Hash Key", List.of(texts)));
      }
    }
    if (hasTotal) {
      sets.add(new ExplainProperty.GroupingSet("Group Key", totals));
    }
    description.detail(new ExplainProperty.GroupingSets(sets));
    return withHashTable(description);
  }

  private Description withHashTable(Description description) {
    if (context.display().costs()) {
      description.trailer(ExplainProperty.structured("Planned Partitions", 0));
    }
    MemoryProperties.hashTable(description.statistics(), "HashAgg Batches")
        .forEach(description::trailer);
    return description;
  }

  private static DisplayColumn call(AggregateCall call, List<DisplayColumn> columns) {
    return new DisplayColumn(
        text(call, columns, false), text(call, columns, true), DisplayColumn.Origin.FUNCTION);
  }

  private static String text(AggregateCall call, List<DisplayColumn> columns, boolean isQualified) {
    List<String> texts = DisplayColumn.texts(DisplayColumn.asArguments(columns), isQualified);
    StringBuilder text = new StringBuilder(nameOf(call.function())).append('(');
    if (call.distinct()) {
      text.append("DISTINCT ");
    }
    text.append(arguments(call.function(), call.arguments(), texts));
    if (!call.order().isEmpty()) {
      List<String> keys = PlanDescriber.sortKeys(call.order(), texts);
      text.append(" ORDER BY ").append(String.join(", ", keys));
    }
    text.append(')');
    if (call.filter() != AggregateCall.NO_FILTER) {
      text.append(" FILTER (WHERE ").append(texts.get(call.filter())).append(')');
    }
    return text.toString();
  }

  private static String nameOf(String function) {
    return function.equals("grouping") ? "GROUPING" : function;
  }

  private static String arguments(String function, List<Integer> arguments, List<String> texts) {
    return arguments.isEmpty() && function.equals(COUNT)
        ? "*"
        : String.join(", ", arguments.stream().map(texts::get).toList());
  }

  Description window(WindowPlan window) {
    Description input = plans.describe(window.input());
    Description sorted = isSorted(window) ? input : partitions(window, input);
    List<DisplayColumn> columns = new ArrayList<>(DisplayColumn.asInputs(sorted.columns()));
    window.calls().forEach(call -> columns.add(call(call, input.columns())));
    return new Description(context, "WindowAgg", window, columns)
        .merging(Merging.PROJECTIONS)
        .child(Relationship.OUTER, sorted);
  }

  private static DisplayColumn call(WindowPlan.Call call, List<DisplayColumn> columns) {
    return new DisplayColumn(
        text(call, columns, false), text(call, columns, true), DisplayColumn.Origin.FUNCTION);
  }

  private static String text(
      WindowPlan.Call call, List<DisplayColumn> columns, boolean isQualified) {
    List<String> texts = DisplayColumn.texts(DisplayColumn.asArguments(columns), isQualified);
    String arguments = arguments(call.function(), call.arguments(), texts);
    return "%s(%s) OVER (?)".formatted(call.function(), arguments);
  }

  /** Returns the order of partitions and of the rows in them. */
  private static List<SortKey> order(WindowPlan window) {
    List<SortKey> order = new ArrayList<>();
    window.partitionKeys().forEach(key -> order.add(new SortKey(key, false, false)));
    order.addAll(window.orderKeys());
    return order;
  }

  /** Returns whether the input has the order of the window. */
  private static boolean isSorted(WindowPlan window) {
    List<SortKey> order = order(window);
    PhysicalPlan input = window.input();
    return order.isEmpty()
        || (input instanceof RowPlan.Sort sort
            && sort.keys().size() >= order.size()
            && sort.keys().subList(0, order.size()).equals(order));
  }

  /** Returns the sort that is a part of the window, whose memory and files are the window's. */
  private Description partitions(WindowPlan window, Description input) {
    List<DisplayColumn> columns = DisplayColumn.asInputs(input.columns());
    double cost = input.estimate().totalCost();
    Actual actual = input.actual();
    Description description =
        new Description(context, "Sort", window.input(), columns)
            .asPart(
                new PlanEstimate(input.estimate().rows(), cost, cost),
                actual == null ? null : actual.afterAll());
    List<String> keys = PlanDescriber.sortKeys(order(window), context.conditionTexts(columns));
    description.detail(new ExplainProperty.Items("Sort Key", keys));
    MemoryProperties.sort(context.statistics(window), false).forEach(description::detail);
    return description.child(Relationship.OUTER, input);
  }
}
