package dev.colonnade.sql.explain;

import dev.colonnade.sql.execute.OperatorStatistics;
import dev.colonnade.sql.explain.format.ExplainNode;
import dev.colonnade.sql.explain.format.ExplainNode.Relationship;
import dev.colonnade.sql.explain.format.ExplainProperty;
import dev.colonnade.sql.explain.text.ColumnWidths;
import dev.colonnade.sql.explain.text.DisplayColumn;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Displayed operator while it is described: operators above that have no node of their own are
 * merged into it.
 */
final class Description {
  private static final int BLOCK_BYTES = 8192;

  private final ExplainContext context;
  private final List<ExplainProperty> identity = new ArrayList<>();
  private final List<ExplainProperty> target = new ArrayList<>();
  private final List<ExplainProperty> details = new ArrayList<>();
  private final FilterLines filter = new FilterLines();
  private final List<ExplainProperty> trailer = new ArrayList<>();
  private final List<Part> parts = new ArrayList<>();
  private String title;
  private List<DisplayColumn> columns;
  private List<DisplayColumn> output;
  private List<PlanColumn> types;
  private PlanEstimate estimate;
  private @Nullable OperatorStatistics statistics;
  private @Nullable Actual actual;
  private Merging merging = Merging.NOTHING;
  private boolean isScan;
  private boolean returnsRows = true;

  /** Operators above that a node shows as its own properties. */
  enum Merging {
    /** Only projections that drop or reorder columns. */
    NOTHING,
    PROJECTIONS,
    PROJECTIONS_AND_FILTERS
  }

  /** Child with its relationship. */
  private record Part(Relationship relationship, @Nullable String name, Description node) {}

  /**
   * Creates a description.
   *
   * @param type node type in structured formats
   * @param columns of the plan
   */
  Description(ExplainContext context, String type, PhysicalPlan plan, List<DisplayColumn> columns) {
    this.context = context;
    this.title = type;
    this.columns = columns;
    this.output = columns;
    this.types = plan.columns();
    this.estimate = plan.estimate();
    identity.add(ExplainProperty.structured("Node Type", type));
    measure(context.statistics(plan));
  }

  private void measure(@Nullable OperatorStatistics found) {
    statistics = found;
    actual = Actual.of(found);
  }

  /** Merges an operator above: its estimates and its statistics become those of the node. */
  void merge(PhysicalPlan plan) {
    estimate = plan.estimate();
    types = plan.columns();
    OperatorStatistics found = context.statistics(plan);
    if (found != null) {
      measure(found);
    }
  }

  /** Sets the estimates and the execution of a node that is a part of an operator. */
  Description asPart(PlanEstimate partEstimate, @Nullable Actual partActual) {
    estimate = partEstimate;
    statistics = null;
    actual = partActual;
    return this;
  }

  Description titled(String text) {
    title = text;
    return this;
  }

  String title() {
    return title;
  }

  Description merging(Merging above) {
    merging = above;
    return this;
  }

  /** Marks the scan of a relation, which merges projections and filters. */
  Description asScan() {
    isScan = true;
    return merging(Merging.PROJECTIONS_AND_FILTERS);
  }

  boolean isScan() {
    return isScan;
  }

  boolean mergesProjections() {
    return merging != Merging.NOTHING;
  }

  boolean mergesFilters() {
    return merging == Merging.PROJECTIONS_AND_FILTERS;
  }

  /** Adds a variant of the node type. */
  Description identity(String key, String value) {
    identity.add(ExplainProperty.structured(key, value));
    return this;
  }

  /** Adds a property of structured formats that precedes the estimates. */
  Description target(String key, String value) {
    target.add(ExplainProperty.structured(key, value));
    return this;
  }

  Description detail(ExplainProperty property) {
    details.add(property);
    return this;
  }

  Description detail(String key, String value) {
    return detail(ExplainProperty.text(key, value));
  }

  /** Adds a property that follows the filter. */
  Description trailer(ExplainProperty property) {
    trailer.add(property);
    return this;
  }

  /** Returns the conditions that rows are tested with. */
  FilterLines filter() {
    return filter;
  }

  Description child(Relationship relationship, Description node) {
    return child(relationship, null, node);
  }

  Description child(Relationship relationship, @Nullable String name, Description node) {
    parts.add(new Part(relationship, name, node));
    return this;
  }

  /** Replaces the columns by those of a projection that drops or reorders columns. */
  void select(List<DisplayColumn> selected) {
    columns = selected;
  }

  /** Replaces the columns by those of a projection that the node computes. */
  void project(List<DisplayColumn> projected) {
    columns = projected;
    output = projected;
  }

  /** Removes the list of output columns. */
  Description withoutOutput() {
    output = List.of();
    return this;
  }

  /** Makes the node one that returns no rows. */
  Description withoutRows() {
    returnsRows = false;
    return withoutOutput();
  }

  List<DisplayColumn> columns() {
    return columns;
  }

  PlanEstimate estimate() {
    return estimate;
  }

  @Nullable Actual actual() {
    return actual;
  }

  @Nullable OperatorStatistics statistics() {
    return statistics;
  }

  /** Returns the complete node. */
  ExplainNode build() {
    List<ExplainProperty> properties = new ArrayList<>();
    properties.add(ExplainProperty.structured("Parallel Aware", false));
    properties.add(ExplainProperty.structured("Async Capable", false));
    properties.addAll(target);
    addMeasures(properties);
    if (context.display().verbose() && !output.isEmpty()) {
      properties.add(
          new ExplainProperty.Items(
              "Output", DisplayColumn.texts(output, context.qualifiesOutput())));
    }
    properties.addAll(details);
    filter.addTo(properties, trailer);
    addVectors(properties);
    List<ExplainNode.Child> children =
        parts.stream()
            .sorted(Comparator.comparing(part -> orderOf(part.relationship())))
            .map(part -> new ExplainNode.Child(part.relationship(), part.name(), part.node.build()))
            .toList();
    return new ExplainNode(title + measures(), identity, properties, children);
  }

  /** Returns the position of a child: inputs are between subqueries that run once and others. */
  private static int orderOf(Relationship relationship) {
    return switch (relationship) {
      case INIT_PLAN -> 0;
      case OUTER, INNER, MEMBER, SUBQUERY -> 1;
      case SUB_PLAN -> 2;
    };
  }

  private int width() {
    return returnsRows ? ColumnWidths.of(types) : 0;
  }

  private double rows() {
    return returnsRows ? Math.max(1, Math.rint(estimate.rows())) : 0;
  }

  /** Returns the end of the title. */
  private String measures() {
    StringBuilder text = new StringBuilder();
    if (context.display().costs()) {
      text.append(
          String.format(
              Locale.ROOT,
              "  (cost=%.2f..%.2f rows=%.0f width=%d)",
              estimate.startupCost(),
              estimate.totalCost(),
              rows(),
              width()));
    }
    if (context.display().analyze() && actual != null) {
      text.append(actual.text(context.display().timing()));
    }
    return text.toString();
  }

  private void addMeasures(List<ExplainProperty> properties) {
    if (context.display().costs()) {
      properties.add(ExplainProperty.structured("Startup Cost", estimate.startupCost(), 2));
      properties.add(ExplainProperty.structured("Total Cost", estimate.totalCost(), 2));
      properties.add(ExplainProperty.structured("Plan Rows", rows(), 0));
      properties.add(ExplainProperty.structured("Plan Width", width()));
    }
    if (context.display().analyze() && actual != null) {
      if (context.display().timing()) {
        properties.add(
            ExplainProperty.structured("Actual Startup Time", actual.startupMillis(), 3));
        properties.add(ExplainProperty.structured("Actual Total Time", actual.totalMillis(), 3));
      }
      properties.add(ExplainProperty.structured("Actual Rows", actual.shownRows()));
      properties.add(ExplainProperty.structured("Actual Loops", actual.loops()));
    }
    if (context.display().analyze() && statistics != null && statistics.workers() > 0) {
      properties.add(ExplainProperty.line("Workers", Long.toString(statistics.workers())));
    }
  }

  private void addVectors(List<ExplainProperty> properties) {
    if (!context.display().buffers() || statistics == null) {
      return;
    }
    long blocks = Math.ceilDiv(statistics.spilledBytes(), BLOCK_BYTES);
    if (blocks > 0) {
      properties.add(ExplainProperty.line("Buffers", "temp written=" + blocks));
    }
    String memory =
        statistics.peakMemoryBytes() == 0
            ? ""
            : " memory=" + MemoryProperties.kilobytes(statistics.peakMemoryBytes()) + "kB";
    properties.add(
        ExplainProperty.line(
            "Vectors",
            "batches=" + statistics.batches() + " bytes=" + statistics.bytes() + memory));
    properties.add(ExplainProperty.structured("Temp Written Blocks", blocks));
    properties.add(ExplainProperty.structured("Actual Batches", statistics.batches()));
    properties.add(ExplainProperty.structured("Actual Bytes", statistics.bytes()));
    properties.add(
        ExplainProperty.structured(
            "Operator Memory", MemoryProperties.kilobytes(statistics.peakMemoryBytes())));
  }
}
