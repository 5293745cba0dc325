package dev.colonnade.sql.system.table;

import dev.colonnade.catalog.constraint.ConstraintTiming;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.sql.system.SystemRows;
import dev.colonnade.sql.system.object.ConstraintEntry;
import dev.colonnade.sql.system.object.SystemCatalogView;
import dev.colonnade.sql.system.object.SystemRelation;
import dev.colonnade.sql.system.object.SystemRelation.Attribute;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Row producers of {@code information_schema}: relations, constraints, privileges and roles. */
final class InformationSchemaTables {
  private static final String NO = "NO";
  private static final String YES = "YES";

  private InformationSchemaTables() {}

  static Map<String, SystemRowProducer> producers() {
    Map<String, SystemRowProducer> producers = new HashMap<>();
    producers.put("information_schema_catalog_name", InformationSchemaTables::catalogName);
    producers.put("schemata", InformationSchemaTables::schemata);
    producers.put("tables", InformationSchemaTables::tables);
    producers.put("views", InformationSchemaTables::views);
    producers.put("columns", InformationSchemaColumns::columns);
    producers.putAll(TypeTables.informationProducers());
    producers.put("table_constraints", InformationSchemaTables::tableConstraints);
    producers.put("key_column_usage", InformationSchemaTables::keyColumns);
    producers.put("constraint_column_usage", InformationSchemaTables::usedColumns);
    producers.put("constraint_table_usage", InformationSchemaTables::usedTables);
    producers.put("referential_constraints", InformationSchemaTables::references);
    producers.put("check_constraints", InformationSchemaTables::checks);
    producers.putAll(PrivilegeTables.producers());
    producers.put("sequences", SequenceTables::information);
    producers.put("enabled_roles", InformationSchemaTables::roles);
    return producers;
  }

  private static void catalogName(SystemCatalogView view, SystemRows rows) {
    rows.row().set("catalog_name", view.database());
  }

  private static void roles(SystemCatalogView view, SystemRows rows) {
    for (RoleEntry role : view.objects().catalog().roles()) {
      if (view.objects().privileges().user().hasRole(role.id())) {
        rows.row().set("role_name", role.name());
      }
    }
  }

  private static void schemata(SystemCatalogView view, SystemRows rows) {
    for (SystemRelation.Schema schema : view.objects().schemas()) {
      if (!view.objects().privileges().isAccessible(schema)) {
        continue;
      }
      rows.row()
          .set("catalog_name", view.database())
          .set("schema_name", schema.name())
          .set("schema_owner", view.objects().privileges().ownerName(schema));
    }
  }

  private static boolean isTableOrView(SystemRelation relation) {
    return relation.kind() == SystemRelation.TABLE || relation.kind() == SystemRelation.VIEW;
  }

  private static String typeOf(SystemRelation relation) {
    String table = relation.schema().isTemporary() ? "LOCAL TEMPORARY" : "BASE TABLE";
    return relation.kind() == SystemRelation.TABLE ? table : "VIEW";
  }

  private static void tables(SystemCatalogView view, SystemRows rows) {
    for (SystemRelation relation : view.objects().relations()) {
      if (isTableOrView(relation) && view.objects().privileges().isAccessible(relation)) {
        boolean isTable = relation.kind() == SystemRelation.TABLE;
        rows.row()
            .set("table_catalog", view.database())
            .set("table_schema", relation.schema().name())
            .set("table_name", relation.name())
            .set("table_type", typeOf(relation))
            .set("is_insertable_into", isTable || isUpdatable(view, relation) ? YES : NO)
            .set("is_typed", NO);
      }
    }
  }

  private static String checkOption(SystemCatalogView view, SystemRelation relation) {
    View found = view.objects().view(relation.oid());
    return found == null ? "NONE" : found.checkOption().name();
  }

  private static boolean isUpdatable(SystemCatalogView view, SystemRelation relation) {
    View found = view.objects().view(relation.oid());
    return found != null && !view.source().updatableColumns(found).isEmpty();
  }

  private static void views(SystemCatalogView view, SystemRows rows) {
    for (SystemRelation relation : view.objects().relations()) {
      if (relation.kind() == SystemRelation.VIEW
          && view.objects().privileges().isAccessible(relation)) {
        rows.row()
            .set("table_catalog", view.database())
            .set("table_schema", relation.schema().name())
            .set("table_name", relation.name())
            .set(
                "view_definition",
                view.objects().privileges().isOwner(relation)
                    ? view.definition(relation, false)
                    : null)
            .set("check_option", checkOption(view, relation))
            .set("is_updatable", isUpdatable(view, relation) ? YES : NO)
            .set("is_insertable_into", isUpdatable(view, relation) ? YES : NO)
            .set("is_trigger_updatable", NO)
            .set("is_trigger_deletable", NO)
            .set("is_trigger_insertable_into", NO);
      }
    }
  }

  private static void tableConstraints(SystemCatalogView view, SystemRows rows) {
    for (ConstraintEntry constraint : view.objects().constraints()) {
      if (!view.objects().privileges().isChangeable(constraint.table())) {
        continue;
      }
      named(view, rows, constraint)
          .set("table_catalog", view.database())
          .set("table_schema", constraint.table().schema().name())
          .set("table_name", constraint.table().name())
          .set("constraint_type", typeOf(constraint))
          .set("is_deferrable", constraint.marks().timing().isDeferrable() ? YES : NO)
          .set(
              "initially_deferred",
              constraint.marks().timing() == ConstraintTiming.INITIALLY_DEFERRED ? YES : NO)
          .set("enforced", YES)
          .set("nulls_distinct", constraint.kind() == ConstraintEntry.UNIQUE ? YES : null);
    }
    for (NotNull notNull : notNulls(view)) {
      if (!view.objects().privileges().isChangeable(notNull.table())) {
        continue;
      }
      rows.row()
          .set("constraint_catalog", view.database())
          .set("constraint_schema", notNull.table().schema().name())
          .set("constraint_name", notNull.name())
          .set("table_catalog", view.database())
          .set("table_schema", notNull.table().schema().name())
          .set("table_name", notNull.table().name())
          .set("constraint_type", "CHECK")
          .set("is_deferrable", NO)
          .set("initially_deferred", NO)
          .set("enforced", YES);
    }
  }

  private static String typeOf(ConstraintEntry constraint) {
    return switch (constraint.kind()) {
      case ConstraintEntry.PRIMARY -> "PRIMARY KEY";
      case ConstraintEntry.UNIQUE -> "UNIQUE";
      case ConstraintEntry.FOREIGN -> "FOREIGN KEY";
      default -> "CHECK";
    };
  }

  private static SystemRows named(
      SystemCatalogView view, SystemRows rows, ConstraintEntry constraint) {
    return rows.row()
        .set("constraint_catalog", view.database())
        .set("constraint_schema", constraint.table().schema().name())
        .set("constraint_name", constraint.name());
  }

  /** NOT NULL constraint of a column, which the SQL standard defines as a check constraint. */
  private record NotNull(SystemRelation table, Attribute column) {
    String name() {
      return table.schema().oid() + "_" + table.oid() + "_" + column.attnum() + "_not_null";
    }
  }

  private static List<NotNull> notNulls(SystemCatalogView view) {
    return view.objects().relations().stream()
        .filter(relation -> relation.kind() == SystemRelation.TABLE)
        .flatMap(
            relation ->
                relation.attributes().stream()
                    .filter(Attribute::required)
                    .map(attribute -> new NotNull(relation, attribute)))
        .toList();
  }

  private static void keyColumns(SystemCatalogView view, SystemRows rows) {
    for (ConstraintEntry constraint : view.objects().constraints()) {
      if (constraint.kind() == ConstraintEntry.CHECK) {
        continue;
      }
      for (int i = 0; i < constraint.columns().size(); i++) {
        if (!view.objects()
            .privileges()
            .isAccessible(constraint.table(), constraint.columns().get(i))) {
          continue;
        }
        named(view, rows, constraint)
            .set("table_catalog", view.database())
            .set("table_schema", constraint.table().schema().name())
            .set("table_name", constraint.table().name())
            .set("column_name", nameOf(constraint.table(), constraint.columns().get(i)))
            .set("ordinal_position", i + 1)
            .set("position_in_unique_constraint", positionInTarget(view, constraint, i));
      }
    }
  }

  /** Returns the position of the referenced column in the referenced key; null if there is none. */
  private static @Nullable Integer positionInTarget(
      SystemCatalogView view, ConstraintEntry constraint, int position) {
    ConstraintEntry.Reference reference = constraint.reference();
    if (reference == null) {
      return null;
    }
    int target = reference.columns().get(position);
    return view.objects().constraints().stream()
        .filter(key -> key.indexOid() == constraint.indexOid() && key.reference() == null)
        .map(key -> key.columns().indexOf(target) + 1)
        .findFirst()
        .orElse(null);
  }

  private static String nameOf(SystemRelation table, int column) {
    Attribute attribute = table.attribute(column);
    return attribute == null ? "" : attribute.name();
  }

  private static void usedColumns(SystemCatalogView view, SystemRows rows) {
    for (ConstraintEntry constraint : view.objects().constraints()) {
      ConstraintEntry.Reference reference = constraint.reference();
      SystemRelation table = reference == null ? constraint.table() : reference.table();
      if (!view.objects().privileges().isOwner(table)) {
        continue;
      }
      List<Integer> columns = reference == null ? constraint.columns() : reference.columns();
      for (int column : columns) {
        named(view, rows, constraint)
            .set("table_catalog", view.database())
            .set("table_schema", table.schema().name())
            .set("table_name", table.name())
            .set("column_name", nameOf(table, column));
      }
    }
  }

  private static void usedTables(SystemCatalogView view, SystemRows rows) {
    for (ConstraintEntry constraint : view.objects().constraints()) {
      ConstraintEntry.Reference reference = constraint.reference();
      SystemRelation table = reference == null ? constraint.table() : reference.table();
      boolean isShown = view.objects().privileges().isOwner(table);
      if (isShown && constraint.kind() != ConstraintEntry.CHECK) {
        named(view, rows, constraint)
            .set("table_catalog", view.database())
            .set("table_schema", table.schema().name())
            .set("table_name", table.name());
      }
    }
  }

  private static void references(SystemCatalogView view, SystemRows rows) {
    for (ConstraintEntry constraint : view.objects().constraints()) {
      ConstraintEntry.Reference reference = constraint.reference();
      if (reference == null || !view.objects().privileges().isChangeable(constraint.table())) {
        continue;
      }
      named(view, rows, constraint)
          .set("match_option", "NONE")
          .set("update_rule", actionOf(reference.onUpdate()))
          .set("delete_rule", actionOf(reference.onDelete()));
      for (ConstraintEntry key : view.objects().constraints()) {
        if (key.reference() == null && key.indexOid() == constraint.indexOid()) {
          rows.set("unique_constraint_catalog", view.database())
              .set("unique_constraint_schema", key.table().schema().name())
              .set("unique_constraint_name", key.name());
        }
      }
    }
  }

  private static String actionOf(char action) {
    return switch (action) {
      case 'r' -> "RESTRICT";
      case 'c' -> "CASCADE";
      case 'n' -> "SET NULL";
      case 'd' -> "SET DEFAULT";
      default -> "NO ACTION";
    };
  }

  private static void checks(SystemCatalogView view, SystemRows rows) {
    for (ConstraintEntry constraint : view.objects().constraints()) {
      boolean isShown = view.objects().privileges().isOwner(constraint.table());
      if (isShown && constraint.kind() == ConstraintEntry.CHECK) {
        named(view, rows, constraint).set("check_clause", "(" + constraint.expression() + ")");
      }
    }
    for (NotNull notNull : notNulls(view)) {
      if (!view.objects().privileges().isOwner(notNull.table())) {
        continue;
      }
      rows.row()
          .set("constraint_catalog", view.database())
          .set("constraint_schema", notNull.table().schema().name())
          .set("constraint_name", notNull.name())
          .set("check_clause", notNull.column().name() + " IS NOT NULL");
    }
    TypeTables.checks(view, rows);
  }
}
