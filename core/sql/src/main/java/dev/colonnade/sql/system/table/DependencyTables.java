package dev.colonnade.sql.system.table;

import dev.colonnade.catalog.DefaultClause;
import dev.colonnade.catalog.name.CommentTarget;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.sql.system.AttributeNumbers;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemRows;
import dev.colonnade.sql.system.SystemTypes;
import dev.colonnade.sql.system.object.CatalogModel;
import dev.colonnade.sql.system.object.ConstraintEntry;
import dev.colonnade.sql.system.object.IndexEntry;
import dev.colonnade.sql.system.object.SystemCatalogView;
import dev.colonnade.sql.system.object.SystemObjects;
import dev.colonnade.sql.system.object.SystemRelation;
import dev.colonnade.sql.system.object.SystemRelation.Attribute;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.UserType;
import dev.colonnade.type.schema.Column;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Row producers of the tables about dependencies, rewrite rules, initial privileges and comments.
 */
final class DependencyTables {
  private static final char NORMAL = 'n';
  private static final char AUTOMATIC = 'a';
  private static final char INTERNAL = 'i';

  private DependencyTables() {}

  static Map<String, SystemRowProducer> producers() {
    Map<String, SystemRowProducer> producers = new HashMap<>();
    producers.put("pg_depend", DependencyTables::dependencies);
    producers.put("pg_rewrite", DependencyTables::rules);
    producers.put("pg_init_privs", DependencyTables::initialPrivileges);
    producers.put("pg_description", DependencyTables::comments);
    producers.put("pg_shdescription", DependencyTables::sharedComments);
    return producers;
  }

  /** One end of a dependency: an object of a catalog table, or one of its columns. */
  private record End(long classOid, long oid, int column) {
    static End type(SystemCatalogView view, int id) {
      for (CatalogModel.TypeEntry entry : view.objects().types()) {
        if (entry.type().id() == id) {
          return new End(SystemOids.PG_TYPE, SystemTypes.oidOf(entry.type()), 0);
        }
      }
      return new End(SystemOids.PG_TYPE, SystemOids.of(id), 0);
    }

    static End relation(int id, int column) {
      return new End(SystemOids.PG_CLASS, SystemOids.of(id), column);
    }
  }

  /** Returns the ids of the types with which a column is declared. */
  private static Set<Integer> typesOf(Column column) {
    DomainType.Use domain = column.domain();
    return domain != null && domain.isDomain()
        ? Set.of(domain.domainId())
        : UserType.within(column.type()).stream().map(UserType::id).collect(Collectors.toSet());
  }

  /**
   * Adds the dependencies of sequences, defaults, views and columns, by which a dump orders
   * objects.
   */
  private static void dependencies(SystemCatalogView view, SystemRows rows) {
    for (var relation : view.objects().catalog().relations()) {
      if (view.objects().relation(SystemOids.of(relation.id())) == null) {
        continue;
      }
      switch (relation) {
        case SequenceEntry sequence -> ofSequence(view, sequence, rows);
        case Table table -> ofTable(view, table, rows);
        case View found -> ofView(view, found, rows);
      }
    }
    for (CatalogModel.TypeEntry entry : view.objects().types()) {
      if (entry.type() instanceof CompositeType row) {
        End type = End.type(view, row.id());
        add(rows, End.relation(row.id(), 0), type, INTERNAL);
      }
      for (int id : entry.type().references()) {
        boolean isRow = entry.type() instanceof CompositeType;
        End end = isRow ? End.relation(entry.type().id(), 0) : End.type(view, entry.type().id());
        add(rows, end, End.type(view, id), NORMAL);
      }
    }
    for (ConstraintEntry constraint : view.objects().constraints()) {
      ofConstraint(view, constraint, rows);
    }
    for (SystemObjects.DomainConstraint constraint : view.objects().domainConstraints()) {
      End end = new End(SystemOids.PG_CONSTRAINT, constraint.oid(), 0);
      add(rows, end, End.type(view, constraint.domain().id()), AUTOMATIC);
    }
  }

  /**
   * Adds the dependencies of a key on its columns, of its index on it, and of a foreign key on the
   * index that finds the referenced rows: a parallel restore creates the key first.
   */
  private static void ofConstraint(
      SystemCatalogView view, ConstraintEntry constraint, SystemRows rows) {
    if (constraint.kind() == ConstraintEntry.CHECK) {
      return; // created with its table
    }
    End end = new End(SystemOids.PG_CONSTRAINT, constraint.oid(), 0);
    for (int column : constraint.columns()) {
      add(rows, end, attribute(constraint.table(), column), AUTOMATIC);
    }
    ConstraintEntry.Reference reference = constraint.reference();
    if (reference == null) {
      add(rows, index(constraint), end, INTERNAL);
      return;
    }
    for (int column : reference.columns()) {
      add(rows, end, attribute(reference.table(), column), NORMAL);
    }
    Set<Integer> columns = Set.copyOf(reference.columns());
    view.objects().constraintsOf(reference.table().oid()).stream()
        .filter(
            key -> key.kind() == ConstraintEntry.PRIMARY || key.kind() == ConstraintEntry.UNIQUE)
        .filter(key -> Set.copyOf(key.columns()).equals(columns))
        .findFirst()
        .ifPresent(key -> add(rows, end, index(key), NORMAL));
  }

  private static End attribute(SystemRelation relation, int column) {
    return new End(SystemOids.PG_CLASS, relation.oid(), relation.attnum(column));
  }

  private static End column(SystemCatalogView view, int relationId, int columnId) {
    SystemRelation relation = view.objects().relation(SystemOids.of(relationId));
    return relation == null ? End.relation(relationId, columnId) : attribute(relation, columnId);
  }

  private static End index(ConstraintEntry constraint) {
    return new End(SystemOids.PG_CLASS, constraint.indexOid(), 0);
  }

  private static void ofSequence(SystemCatalogView view, SequenceEntry sequence, SystemRows rows) {
    SequenceEntry.Owner owner = sequence.owner();
    if (owner != null) {
      add(
          rows,
          End.relation(sequence.id(), 0),
          column(view, owner.tableId(), owner.columnId()),
          owner.isIdentity() ? INTERNAL : AUTOMATIC);
    }
  }

  private static void ofTable(SystemCatalogView view, Table table, SystemRows rows) {
    AttributeNumbers numbers = AttributeNumbers.of(table.schema());
    for (Column column : table.schema().visibleColumns()) {
      End end = End.relation(table.id(), numbers.of(column.id()));
      for (int type : typesOf(column)) {
        add(rows, end, End.type(view, type), NORMAL);
      }
      String text = table.descriptor().properties().defaults().get(column.id());
      boolean isIdentity = table.descriptor().properties().identities().containsKey(column.id());
      if (text == null || isIdentity) {
        continue;
      }
      End clause = new End(SystemOids.PG_ATTRDEF, SystemOids.part(table.id(), column.id()), 0);
      add(rows, clause, end, AUTOMATIC);
      for (int sequence : DefaultClause.sequencesIn(text)) {
        add(rows, clause, End.relation(sequence, 0), NORMAL);
      }
    }
  }

  private static void ofView(SystemCatalogView system, View view, SystemRows rows) {
    End rule = new End(SystemOids.PG_REWRITE, SystemOids.rule(view.id()), 0);
    add(rows, rule, End.relation(view.id(), 0), INTERNAL);
    add(rows, rule, End.relation(view.id(), 0), NORMAL);
    for (View.Dependency use : view.lookup().dependencies()) {
      boolean isRelation = system.objects().catalog().findRelation(use.objectId()) != null;
      End used =
          isRelation
              ? column(system, use.objectId(), use.columnId())
              : End.type(system, use.objectId());
      add(rows, rule, used, NORMAL);
    }
  }

  private static void add(SystemRows rows, End from, End to, char kind) {
    rows.row()
        .set("classid", from.classOid())
        .set("objid", from.oid())
        .set("objsubid", from.column())
        .set("refclassid", to.classOid())
        .set("refobjid", to.oid())
        .set("refobjsubid", to.column())
        .set("deptype", kind);
  }

  /**
   * Adds one rewrite rule per view, as in PostgreSQL; tools read the dependencies of a view from
   * its rule.
   */
  private static void rules(SystemCatalogView view, SystemRows rows) {
    for (var relation : view.objects().catalog().relations()) {
      boolean isListed = view.objects().relation(SystemOids.of(relation.id())) != null;
      if (relation instanceof View found && isListed) {
        rows.row()
            .set("oid", SystemOids.rule(found.id()))
            .set("rulename", "_RETURN")
            .set("ev_class", SystemOids.of(found.id()))
            .set("ev_type", "1")
            .set("ev_enabled", "O")
            .set("is_instead", true);
      }
    }
  }

  private static void initialPrivileges(SystemCatalogView view, SystemRows rows) {
    for (SystemRelation.Schema schema : view.objects().schemas()) {
      List<String> privileges =
          schema.isPublic()
              ? List.of("pg_database_owner=UC/pg_database_owner", "=U/pg_database_owner")
              : List.of("postgres=UC/postgres", "=U/postgres");
      if (schema.isPublic() || schema.isOfSystem()) {
        rows.row()
            .set("objoid", schema.oid())
            .set("classoid", SystemOids.PG_NAMESPACE)
            .set("objsubid", 0)
            .set("privtype", "i")
            .set("initprivs", privileges);
      }
    }
  }

  private static void comments(SystemCatalogView view, SystemRows rows) {
    SystemObjects objects = view.objects();
    for (SystemRelation relation : objects.relations()) {
      int id = SystemOids.idOf(relation.oid());
      if (id < 0 || relation.isSystem() || relation.kind() == SystemRelation.COMPOSITE) {
        continue;
      }
      End end = new End(SystemOids.PG_CLASS, relation.oid(), 0);
      comment(view, rows, end, new CommentTarget(id, 0));
      for (Attribute attribute : relation.attributes()) {
        End column = new End(end.classOid(), end.oid(), attribute.attnum());
        comment(view, rows, column, new CommentTarget(id, attribute.number()));
      }
    }
    for (CatalogModel.TypeEntry entry : objects.types()) {
      int id = entry.type().id();
      End end = new End(SystemOids.PG_TYPE, SystemTypes.oidOf(entry.type()), 0);
      comment(view, rows, end, new CommentTarget(id, 0));
    }
    for (IndexEntry index : objects.indexes()) {
      comment(view, rows, SystemOids.PG_CLASS, index.relation().oid(), index.commentTarget());
    }
    for (ConstraintEntry constraint : objects.constraints()) {
      comment(view, rows, SystemOids.PG_CONSTRAINT, constraint.oid(), constraint.commentTarget());
    }
    for (SystemRelation.Schema schema : objects.schemas()) {
      String text = objects.commentOn(schema);
      if (text != null) {
        rows.row()
            .set("objoid", schema.oid())
            .set("classoid", SystemOids.PG_NAMESPACE)
            .set("objsubid", 0)
            .set("description", text);
      }
    }
  }

  private static void comment(
      SystemCatalogView view, SystemRows rows, End end, CommentTarget target) {
    String text = view.objects().catalog().comment(target);
    if (text != null) {
      rows.row()
          .set("objoid", end.oid())
          .set("classoid", end.classOid())
          .set("objsubid", end.column())
          .set("description", text);
    }
  }

  private static void comment(
      SystemCatalogView view,
      SystemRows rows,
      long classOid,
      long oid,
      @Nullable CommentTarget target) {
    String text = target == null ? null : view.objects().catalog().comment(target);
    if (text != null) {
      rows.row()
          .set("objoid", oid)
          .set("classoid", classOid)
          .set("objsubid", 0)
          .set("description", text);
    }
  }

  private static void sharedComments(SystemCatalogView view, SystemRows rows) {
    for (SystemObjects.Database database : view.objects().databases()) {
      shared(view, rows, SystemOids.PG_DATABASE, database.oid());
    }
    for (SystemObjects.Role role : view.objects().roles()) {
      shared(view, rows, SystemOids.PG_AUTHID, role.oid());
    }
  }

  private static void shared(SystemCatalogView view, SystemRows rows, long classOid, long oid) {
    int id = SystemOids.idOf(oid);
    String text = id < 0 ? null : view.objects().catalog().comment(new CommentTarget(id, 0));
    if (text != null) {
      rows.row().set("objoid", oid).set("classoid", classOid).set("description", text);
    }
  }
}
