package dev.colonnade.sql.explain;

import dev.colonnade.sql.explain.format.ExplainNode.Relationship;
import dev.colonnade.sql.explain.format.ExplainProperty;
import dev.colonnade.sql.explain.text.DisplayColumn;
import dev.colonnade.sql.explain.text.RelationAliases;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.SetPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Describer of set operations and of recursion. */
final class SetDescriber {
  private final PlanDescriber plans;
  private final ScanDescriber scans;
  private final ExplainContext context;

  SetDescriber(PlanDescriber plans, ScanDescriber scans, ExplainContext context) {
    this.plans = plans;
    this.scans = scans;
    this.context = context;
  }

  Description append(SetPlan.Append append) {
    return append(append, append.inputs().stream().map(plans::describe).toList());
  }

  private Description append(PhysicalPlan plan, List<Description> inputs) {
    Description description =
        new Description(
                context, "Append", plan, DisplayColumn.asInputs(inputs.getFirst().columns()))
            .withoutOutput()
            .detail(ExplainProperty.structured("Subplans Removed", 0));
    inputs.forEach(input -> description.child(Relationship.MEMBER, input));
    return description;
  }

  /** Returns the inputs of a set operation, one after the other, which are a part of it. */
  private Description inputs(SetPlan.SetOperation operation, List<Description> inputs) {
    double rows = operation.inputs().stream().mapToDouble(input -> input.estimate().rows()).sum();
    double cost =
        operation.inputs().stream().mapToDouble(input -> input.estimate().totalCost()).sum();
    return append(operation, inputs).asPart(new PlanEstimate(rows, 0, cost), actual(inputs));
  }

  private static @Nullable Actual actual(List<Description> inputs) {
    List<Actual> actuals =
        inputs.stream().map(Description::actual).filter(Objects::nonNull).toList();
    return actuals.isEmpty() ? null : Actual.sum(actuals);
  }

  Description operation(SetPlan.SetOperation operation) {
    return switch (operation.kind()) {
      case UNION -> union(operation);
      case INTERSECT -> hashed(operation, "Intersect");
      case EXCEPT -> hashed(operation, "Except");
    };
  }

  private Description union(SetPlan.SetOperation union) {
    Description append = inputs(union, union.inputs().stream().map(plans::describe).toList());
    Description description =
        new Description(context, "Aggregate", union, append.columns())
            .titled("HashAggregate")
            .identity("Strategy", "Hashed")
            .identity("Partial Mode", "Simple")
            .merging(Description.Merging.PROJECTIONS_AND_FILTERS)
            .detail(
                new ExplainProperty.Items("Group Key", context.conditionTexts(append.columns())));
    if (context.display().costs()) {
      description.trailer(ExplainProperty.structured("Planned Partitions", 0));
    }
    MemoryProperties.hashTable(description.statistics(), "HashAgg Batches")
        .forEach(description::trailer);
    return description.child(Relationship.OUTER, append);
  }

  private Description hashed(SetPlan.SetOperation operation, String name) {
    String command = operation.all() ? name + " All" : name;
    List<Description> members = new ArrayList<>();
    for (PhysicalPlan input : operation.inputs()) {
      String alias = "*SELECT* " + (members.size() + 1);
      members.add(scans.member(input, alias, plans.describe(input)));
    }
    Description append = inputs(operation, members);
    return new Description(context, "SetOp", operation, append.columns())
        .titled("HashSetOp " + command)
        .identity("Strategy", "Hashed")
        .target("Command", command)
        .child(Relationship.OUTER, append);
  }

  /** Returns the scan of a recursion's result, below which the recursion is shown by its name. */
  Description recursion(SetPlan.RecursiveUnion union) {
    return scans.named(union, "CTE Scan", RelationAliases.nameOf(union));
  }

  /** Returns the recursion itself. */
  Description recursiveUnion(SetPlan.RecursiveUnion union) {
    Description seed = plans.describe(union.seed());
    Description step = plans.describe(union.step());
    return new Description(
            context, "Recursive Union", union, DisplayColumn.asInputs(seed.columns()))
        .withoutOutput()
        .child(Relationship.OUTER, seed)
        .child(Relationship.INNER, step);
  }
}
