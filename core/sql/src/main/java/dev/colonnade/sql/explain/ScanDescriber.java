package dev.colonnade.sql.explain;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.explain.format.ExplainNode.Relationship;
import dev.colonnade.sql.explain.format.ExplainProperty;
import dev.colonnade.sql.explain.text.DisplayColumn;
import dev.colonnade.sql.explain.text.Identifiers;
import dev.colonnade.sql.explain.text.IndexConditions;
import dev.colonnade.sql.explain.text.PredicateText;
import dev.colonnade.sql.explain.text.RelationAliases;
import dev.colonnade.sql.explain.text.ScanColumns;
import dev.colonnade.sql.explain.text.SetFunctions;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.access.TableAccess;
import dev.colonnade.sql.system.SystemTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Describer of scans, and of the relations that nodes name. */
final class ScanDescriber {
  private static final String RELATION = "Relation Name";
  private static final String VALUES = "*VALUES*";
  private static final String SUBQUERY = "unnamed_subquery";

  private final ExplainContext context;

  ScanDescriber(ExplainContext context) {
    this.context = context;
  }

  Description table(ScanPlan.TableScan scan) {
    return table(scan, List.of());
  }

  /**
   * Returns the scan of a table.
   *
   * @param lookups conditions on the keys beside the predicates of the scan
   */
  Description table(ScanPlan.TableScan scan, List<String> lookups) {
    String alias = context.aliases().alias(scan, scan.table().name());
    IndexConditions conditions = IndexConditions.of(scan);
    boolean usesKeys = !conditions.keys().isEmpty() || !lookups.isEmpty();
    Description description = access(scan, alias, usesKeys);
    Table table = scan.table();
    String schema = context.shownSchema(table.objectName().schemaId());
    name(description, RELATION, new Relation(schema, table.name(), alias));
    PredicateText text = new PredicateText(scan, context.qualifiesScans() ? alias : null);
    List<String> keys = new ArrayList<>(lookups);
    conditions.keys().forEach(predicate -> keys.add(text.of(predicate)));
    keys.forEach(description.filter()::imply);
    if (!keys.isEmpty()) {
      description.detail("Index Cond", PredicateText.conjunction(keys));
    }
    if (!conditions.rows().isEmpty()) {
      description.filter().add(conditions.rows().stream().map(text::of).toList());
    }
    return description;
  }

  private Description access(ScanPlan.TableScan scan, String alias, boolean usesKeys) {
    List<DisplayColumn> columns = columns(scan, alias);
    TableIndex index = scan.access().index();
    String name = index == null ? scan.table().rowKeyName() : index.name();
    boolean isOrdered = scan.access().order() != TableAccess.Order.ANY;
    if (name == null || (index == null && !usesKeys && !isOrdered)) {
      return new Description(context, "Seq Scan", scan, columns).asScan();
    }
    String type = ScanColumns.areInKey(scan) ? "Index Only Scan" : "Index Scan";
    boolean isBackward = scan.access().order() == TableAccess.Order.BACKWARD;
    String direction = isBackward ? " Backward" : "";
    return new Description(context, type, scan, columns)
        .asScan()
        .titled(type + direction + " using " + Identifiers.quoted(name))
        .target("Scan Direction", isBackward ? "Backward" : "Forward")
        .target("Index Name", name);
  }

  private static List<DisplayColumn> columns(PhysicalPlan scan, String alias) {
    List<DisplayColumn> columns = new ArrayList<>();
    for (int i = 0; i < scan.columns().size(); i++) {
      columns.add(DisplayColumn.named(alias, RelationAliases.columnName(scan, i)));
    }
    return columns;
  }

  /**
   * Relation that a node names.
   *
   * @param schema null if it is not shown
   * @param name null if the relation has only an alias
   */
  record Relation(@Nullable String schema, @Nullable String name, String alias) {
    /** Returns the end of a title. */
    String title() {
      StringBuilder title = new StringBuilder(" on");
      if (name != null) {
        title.append(' ');
        if (schema != null) {
          title.append(Identifiers.quoted(schema)).append('.');
        }
        title.append(Identifiers.quoted(name));
      }
      if (!alias.equals(name)) {
        title.append(' ').append(Identifiers.quoted(alias));
      }
      return title.toString();
    }
  }

  /** Adds the name of a relation to a node. */
  private static void name(Description description, String key, Relation relation) {
    description.titled(description.title() + relation.title());
    if (relation.name() != null) {
      description.target(key, relation.name());
    }
    if (relation.schema() != null) {
      description.target("Schema", relation.schema());
    }
    description.target("Alias", relation.alias());
  }

  Description system(ScanPlan.SystemScan scan) {
    SystemTable table = scan.table();
    String alias = context.aliases().alias(scan, table.name());
    Description description =
        new Description(context, "Seq Scan", scan, columns(scan, alias)).asScan();
    String schema = context.display().verbose() ? table.schema() : null;
    name(description, RELATION, new Relation(schema, table.name(), alias));
    return description;
  }

  /** Returns the scan of rows that another plan computes. */
  Description named(PhysicalPlan scan, String type, String name) {
    String alias = context.aliases().alias(scan, name);
    Description description = new Description(context, type, scan, columns(scan, alias)).asScan();
    name(description, "CTE Name", new Relation(null, name, alias));
    return description;
  }

  Description values(ScanPlan.Values values) {
    if (values.rows().size() > 1) {
      String alias = context.aliases().alias(values, VALUES);
      Description description =
          new Description(context, "Values Scan", values, columns(values, alias)).asScan();
      name(description, RELATION, new Relation(null, null, alias));
      return description;
    }
    if (values.rows().isEmpty()) {
      List<DisplayColumn> columns =
          values.names().stream()
              .map(name -> new DisplayColumn(name, name, DisplayColumn.Origin.NAME))
              .toList();
      return new Description(context, "Result", values, columns)
          .asScan()
          .detail("One-Time Filter", "false");
    }
    List<DisplayColumn> columns =
        values.rows().getFirst().stream()
            .map(expression -> DisplayColumn.of(expression, List.of()))
            .toList();
    return new Description(context, "Result", values, columns).asScan();
  }

  Description functions(RowPlan.Unnest unnest) {
    ScanPlan.Values values = (ScanPlan.Values) unnest.input();
    List<DisplayColumn> row =
        values.rows().getFirst().stream()
            .map(expression -> DisplayColumn.of(expression, List.of()))
            .toList();
    List<String> calls = DisplayColumn.texts(SetFunctions.calls(unnest, row), false);
    String function = calls.size() == 1 ? Identifiers.functionOf(calls.getFirst()) : null;
    String alias =
        context.aliases().alias(unnest, function == null ? "unnamed_function" : function);
    String schema = context.display().verbose() ? SystemTable.CATALOG_SCHEMA : null;
    Description description =
        new Description(context, "Function Scan", unnest, columns(unnest, alias)).asScan();
    name(
        description,
        "Function Name",
        new Relation(function == null ? null : schema, function, alias));
    return context.display().verbose()
        ? description.detail("Function Call", String.join(", ", calls))
        : description;
  }

  /** Returns the scan of a query's rows, for a filter that the query's node cannot show. */
  Description subquery(PhysicalPlan plan, Description query) {
    String alias = context.aliases().unique(SUBQUERY);
    Description description =
        new Description(context, "Subquery Scan", plan, DisplayColumn.asInputs(query.columns()))
            .merging(Description.Merging.PROJECTIONS_AND_FILTERS);
    name(description, RELATION, new Relation(null, null, alias));
    return description.child(Relationship.SUBQUERY, query);
  }

  /** Returns the scan of an input of a set operation, of which it is a part. */
  Description member(PhysicalPlan plan, String name, Description query) {
    String alias = context.aliases().unique(name);
    Description description = new Description(context, "Subquery Scan", plan, columns(plan, alias));
    name(description, RELATION, new Relation(null, null, alias));
    return description.asPart(plan.estimate(), query.actual()).child(Relationship.SUBQUERY, query);
  }

  /** Returns the node of a change, without the rows. */
  Description change(TableChange change, PhysicalPlan source, Actual actual) {
    PlanEstimate rows = source.estimate();
    Table table = change.table();
    String operation = change.operation().displayName();
    Description description =
        new Description(context, "ModifyTable", source, List.of())
            .titled(operation)
            .identity("Operation", operation)
            .withoutRows()
            .asPart(new PlanEstimate(0, rows.startupCost(), rows.totalCost()), actual);
    String schema = context.shownSchema(table.objectName().schemaId());
    name(description, RELATION, new Relation(schema, table.name(), table.name()));
    if (change.conflictAction() != null) {
      description.detail("Conflict Resolution", change.conflictAction().name());
      if (!change.arbiterIndexes().isEmpty()) {
        description.detail(
            new ExplainProperty.Items("Conflict Arbiter Indexes", change.arbiterIndexes()));
      }
    }
    return description;
  }
}
