package dev.colonnade.sql.system.table;

import dev.colonnade.catalog.constraint.ConstraintTiming;
import dev.colonnade.catalog.relation.CheckOption;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.sql.system.OperatorClasses;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemRows;
import dev.colonnade.sql.system.SystemTypes;
import dev.colonnade.sql.system.object.ConstraintEntry;
import dev.colonnade.sql.system.object.DdlText;
import dev.colonnade.sql.system.object.IndexEntry;
import dev.colonnade.sql.system.object.SystemCatalogView;
import dev.colonnade.sql.system.object.SystemObjects;
import dev.colonnade.sql.system.object.SystemRelation;
import dev.colonnade.sql.system.object.SystemRelation.Attribute;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Row producers of {@code pg_catalog}: schemas, relations, constraints and types. */
final class RelationTables {
  /** Page size in bytes; relation sizes are reported in pages. */
  private static final int PAGE_BYTES = 8192;

  private RelationTables() {}

  static Map<String, SystemRowProducer> producers() {
    Map<String, SystemRowProducer> producers = new HashMap<>();
    producers.put("pg_namespace", RelationTables::namespaces);
    producers.put("pg_class", (view, rows) -> classes(view, rows, false));
    producers.put("pg_attribute", (view, rows) -> attributes(view, rows, false));
    producers.put("pg_attrdef", RelationTables::defaults);
    producers.put("pg_index", RelationTables::indexes);
    producers.put("pg_constraint", RelationTables::constraints);
    producers.putAll(TypeTables.producers());
    producers.put("pg_tables", RelationTables::tables);
    producers.put("pg_views", RelationTables::views);
    producers.put("pg_indexes", RelationTables::indexTexts);
    return producers;
  }

  /** Returns producers of the rows about relations of the system. */
  static Map<String, SystemRowProducer> producersOfSystem() {
    return Map.of(
        "pg_class", (view, rows) -> classes(view, rows, true),
        "pg_attribute", (view, rows) -> attributes(view, rows, true));
  }

  /**
   * Returns the relations of the system or the others, as far as their rows are needed.
   *
   * @param oidColumn the column that has the OID of the relation
   */
  private static List<SystemRelation> relations(
      SystemCatalogView view, SystemRows rows, String oidColumn, boolean ofSystem) {
    return relations(view, rows, oidColumn).stream()
        .filter(relation -> relation.isSystem() == ofSystem)
        .toList();
  }

  private static List<SystemRelation> relations(
      SystemCatalogView view, SystemRows rows, String oidColumn) {
    Long oid = rows.neededOid(oidColumn);
    if (oid == null) {
      return view.objects().relations();
    }
    SystemRelation found = view.objects().relation(oid);
    return found == null ? List.of() : List.of(found);
  }

  private static void namespaces(SystemCatalogView view, SystemRows rows) {
    for (SystemRelation.Schema schema : view.objects().schemas()) {
      rows.row()
          .set("oid", schema.oid())
          .set("nspname", schema.name())
          .compute(
              "nspowner",
              () ->
                  schema.isOfSystem()
                      ? SystemOids.OWNER
                      : view.objects().privileges().ownerOid(schema.id()))
          .compute("nspacl", () -> privilegesOn(view, schema));
    }
  }

  /** Returns the privileges on a schema in PostgreSQL's form, or null for the default ones. */
  private static @Nullable List<String> privilegesOn(
      SystemCatalogView view, SystemRelation.Schema schema) {
    return schema.isOfSystem()
        ? List.of("postgres=UC/postgres", "=U/postgres")
        : view.objects().privileges().aclOf(schema.id());
  }

  private static void classes(SystemCatalogView view, SystemRows rows, boolean ofSystem) {
    SystemObjects objects = view.objects();
    String name = rows.neededText("relname");
    for (SystemRelation relation : relations(view, rows, "oid", ofSystem)) {
      if (name != null && !name.equals(relation.name())) {
        continue;
      }
      boolean isTable = relation.kind() == SystemRelation.TABLE;
      rows.row()
          .set("oid", relation.oid())
          .set("relname", relation.name())
          .set("relnamespace", relation.schema().oid())
          .set("reltype", relation.typeOid())
          .compute("relowner", () -> objects.privileges().ownerOid(relation))
          .compute("relacl", () -> objects.privileges().aclOf(relation))
          .compute("reloptions", () -> options(objects, relation))
          .set("relam", accessMethod(relation))
          .set("relfilenode", relation.kind() == SystemRelation.VIEW ? 0 : relation.oid())
          .compute("reltuples", () -> tuples(view, relation))
          .compute("relpages", () -> pages(view, relation))
          .set("relhasindex", isTable && objects.hasIndex(relation))
          .set("relisshared", false)
          .set("relpersistence", relation.schema().isTemporary() ? "t" : "p")
          .set("relkind", relation.kind())
          .compute("relnatts", () -> lastNumber(relation.attributes()))
          .compute("relchecks", () -> objects.countOf(relation, ConstraintEntry.CHECK))
          .set("relhasrules", relation.kind() == SystemRelation.VIEW)
          .set("relhastriggers", objects.hasForeignKey(relation))
          .set("relispopulated", true)
          .compute("relrowsecurity", () -> objects.privileges().rowSecurity(relation).isEnabled())
          .compute(
              "relforcerowsecurity", () -> objects.privileges().rowSecurity(relation).isForced())
          .set("relreplident", isTable && !relation.isSystem() ? "d" : "n");
    }
  }

  /** Returns the options of a view as texts; null if there are none. */
  private static @Nullable List<String> options(SystemObjects objects, SystemRelation relation) {
    View view = relation.kind() == SystemRelation.VIEW ? objects.view(relation.oid()) : null;
    if (view == null) {
      return null;
    }
    List<String> texts = new ArrayList<>();
    if (view.security().isBarrier()) {
      texts.add("security_barrier=true");
    }
    if (view.security().isInvoker()) {
      texts.add("security_invoker=true");
    }
    if (view.checkOption() != CheckOption.NONE) {
      texts.add("check_option=" + view.checkOption().name().toLowerCase(Locale.ROOT));
    }
    return texts.isEmpty() ? null : texts;
  }

  private static long accessMethod(SystemRelation relation) {
    return switch (relation.kind()) {
      case SystemRelation.TABLE -> SystemOids.HEAP;
      case SystemRelation.INDEX -> SystemOids.BTREE;
      default -> 0;
    };
  }

  private static double tuples(SystemCatalogView view, SystemRelation relation) {
    Table table = relation.table();
    if (relation.kind() == SystemRelation.INDEX) {
      Table indexed = view.objects().indexed(relation);
      return indexed == null ? 0 : view.source().rowCount(indexed);
    }
    return table != null ? view.source().rowCount(table) : relation.isSystem() ? 0 : -1;
  }

  private static long pages(SystemCatalogView view, SystemRelation relation) {
    Table table = relation.table();
    if (relation.kind() == SystemRelation.INDEX) {
      return 1; // As an empty index of PostgreSQL: the size of an index is not measured
    }
    return table == null
        ? 0
        : Math.min(Integer.MAX_VALUE, view.source().sizeBytes(table) / PAGE_BYTES);
  }

  private static void attributes(SystemCatalogView view, SystemRows rows, boolean ofSystem) {
    for (SystemRelation relation : relations(view, rows, "attrelid", ofSystem)) {
      for (Attribute attribute : view.attributes(relation)) {
        attribute(relation, attribute, view.objects().shapeOf(attribute.typeOid()), rows);
        rows.compute(
            "attacl", () -> view.objects().privileges().aclOf(relation, attribute.number()));
      }
      dropped(relation, rows);
    }
  }

  private static int lastNumber(List<Attribute> attributes) {
    return attributes.stream().mapToInt(Attribute::attnum).max().orElse(0);
  }

  /** Adds dropped columns for the numbers that no column has: clients expect no gaps. */
  private static void dropped(SystemRelation relation, SystemRows rows) {
    List<Attribute> attributes = relation.attributes();
    int last = lastNumber(attributes);
    if (last == attributes.size()) {
      return;
    }
    Set<Integer> numbers = attributes.stream().map(Attribute::attnum).collect(Collectors.toSet());
    for (int number = 1; number < last; number++) {
      if (!numbers.contains(number)) {
        rows.row()
            .set("attrelid", relation.oid())
            .set("attname", "........pg.dropped." + number + "........")
            .set("atttypid", 0)
            .set("attnum", number)
            .set("attisdropped", true);
      }
    }
  }

  private static void attribute(
      SystemRelation relation, Attribute attribute, SystemTypes.Type shape, SystemRows rows) {
    rows.row()
        .set("attrelid", relation.oid())
        .set("attname", attribute.name())
        .set("atttypid", attribute.typeOid())
        .set("attstattarget", -1)
        .set("attlen", shape.length())
        .set("attnum", attribute.attnum())
        .set("attndims", shape.isTrueArray() && shape.elementOid() != 0 ? 1 : 0)
        .set("attcacheoff", -1)
        .set("atttypmod", attribute.modifier())
        .set("attbyval", shape.byValue())
        .set("attalign", shape.align())
        .set("attstorage", shape.storage())
        .set("attnotnull", attribute.required())
        .set("atthasdef", attribute.defaultText() != null)
        .set("attidentity", attribute.identity())
        .set("attgenerated", attribute.isGenerated() ? "s" : "")
        .set("attislocal", true)
        .set("attcollation", shape.collation());
  }

  private static void defaults(SystemCatalogView view, SystemRows rows) {
    for (SystemRelation relation : relations(view, rows, "adrelid")) {
      for (Attribute attribute : relation.attributes()) {
        if (attribute.defaultText() != null && relation.table() != null) {
          rows.row()
              .set("oid", SystemOids.part(relation.table().id(), attribute.number()))
              .set("adrelid", relation.oid())
              .set("adnum", attribute.attnum())
              .compute("adbin", () -> view.defaultText(attribute));
        }
      }
    }
  }

  private static List<IndexEntry> neededIndexes(SystemObjects objects, SystemRows rows) {
    Long table = rows.neededOid("indrelid");
    if (table != null) {
      return objects.indexesOf(table);
    }
    Long oid = rows.neededOid("indexrelid");
    if (oid == null) {
      return objects.indexes();
    }
    IndexEntry found = objects.index(oid);
    return found == null ? List.of() : List.of(found);
  }

  private static void indexes(SystemCatalogView view, SystemRows rows) {
    for (IndexEntry index : neededIndexes(view.objects(), rows)) {
      List<Long> collations = new ArrayList<>();
      List<Long> classes = new ArrayList<>();
      List<Integer> options = new ArrayList<>();
      for (int i = 0; i < index.keyCount(); i++) {
        Attribute column = index.relation().attribute(i + 1);
        SystemTypes.Type type = column == null ? null : SystemTypes.find(column.typeOid());
        collations.add(type == null ? 0 : type.collation());
        classes.add(column == null ? 0 : OperatorClasses.defaultFor(column.typeOid()));
        options.add(index.descending().get(i) ? IndexEntry.DESCENDING_NULLS_FIRST : 0);
      }
      rows.row()
          .set("indexrelid", index.relation().oid())
          .set("indrelid", index.table().oid())
          .set("indnatts", index.keys().size())
          .set("indnkeyatts", index.keyCount())
          .set("indisunique", index.isUnique())
          .set("indnullsnotdistinct", !index.nullsDistinct())
          .set("indisprimary", index.isPrimary())
          .set("indimmediate", index.isImmediate())
          .set("indisvalid", true)
          .set("indisready", true)
          .set("indislive", true)
          .set("indkey", index.table().attnums(index.keys()))
          .set("indcollation", collations)
          .set("indclass", classes)
          .set("indoption", options)
          .set(
              "indexprs",
              index.expressions().isEmpty() ? null : String.join(", ", index.expressions()))
          .set("indpred", index.predicate());
    }
  }

  private static void constraints(SystemCatalogView view, SystemRows rows) {
    Long table = rows.neededOid("conrelid");
    for (ConstraintEntry constraint :
        table == null ? view.objects().constraints() : view.objects().constraintsOf(table)) {
      rows.row()
          .set("oid", constraint.oid())
          .set("conname", constraint.name())
          .set("connamespace", constraint.table().schema().oid())
          .set("contype", constraint.kind())
          .set("condeferrable", constraint.marks().timing().isDeferrable())
          .set("condeferred", constraint.marks().timing() == ConstraintTiming.INITIALLY_DEFERRED)
          .set("convalidated", constraint.marks().isValidated())
          .set("conrelid", constraint.table().oid())
          .set("conindid", constraint.indexOid())
          .set("confupdtype", " ")
          .set("confdeltype", " ")
          .set("confmatchtype", " ")
          .set("conislocal", true)
          .set(
              "connoinherit",
              constraint.kind() != ConstraintEntry.CHECK || constraint.marks().isNoInherit())
          .set("conkey", constraint.table().attnums(constraint.columns()))
          .set("conbin", constraint.expression());
      ConstraintEntry.Reference reference = constraint.reference();
      if (reference != null) {
        rows.set("confrelid", reference.table().oid())
            .set("confupdtype", reference.onUpdate())
            .set("confdeltype", reference.onDelete())
            .set("confmatchtype", "s")
            .set("confkey", reference.table().attnums(reference.columns()));
      }
    }
    if (table == null || table == 0) {
      TypeTables.constraints(view, rows);
    }
  }

  private static void tables(SystemCatalogView view, SystemRows rows) {
    for (SystemRelation relation : view.objects().relations()) {
      if (relation.kind() == SystemRelation.TABLE) {
        rows.row()
            .set("schemaname", relation.schema().name())
            .set("tablename", relation.name())
            .compute("tableowner", () -> view.objects().privileges().ownerName(relation))
            .set("hasindexes", view.objects().hasIndex(relation))
            .set("hasrules", false)
            .set("hastriggers", view.objects().hasForeignKey(relation))
            .set("rowsecurity", view.objects().privileges().rowSecurity(relation).isEnabled());
      }
    }
  }

  private static void views(SystemCatalogView view, SystemRows rows) {
    for (SystemRelation relation : view.objects().relations()) {
      if (relation.kind() == SystemRelation.VIEW) {
        rows.row()
            .set("schemaname", relation.schema().name())
            .set("viewname", relation.name())
            .compute("viewowner", () -> view.objects().privileges().ownerName(relation))
            .compute("definition", () -> view.definition(relation, false));
      }
    }
  }

  private static void indexTexts(SystemCatalogView view, SystemRows rows) {
    for (IndexEntry index : view.objects().indexes()) {
      rows.row()
          .set("schemaname", index.table().schema().name())
          .set("tablename", index.table().name())
          .set("indexname", index.relation().name())
          .compute(
              "indexdef",
              () -> DdlText.index(view.shown(index, false), DdlText.qualified(index.table())));
    }
  }
}
