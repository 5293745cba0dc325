package dev.colonnade.sql.definition.object;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.lookup.IndexLookup;
import dev.colonnade.sql.definition.lookup.TypeLookup;
import dev.colonnade.sql.definition.text.NameChange;
import dev.colonnade.sql.definition.text.StoredTexts;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.definition.ObjectDefinition;
import dev.colonnade.sql.syntax.definition.ObjectKind;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * RENAME of a column or a constraint.
 *
 * @param rename names the part
 * @param analysis resolves types, and the columns in stored expressions
 */
record PartRename(ObjectDefinition.Rename rename, StatementAnalysis analysis) {
  private static final Set<String> SYSTEM_COLUMNS =
      Set.of("tableoid", "xmin", "cmin", "xmax", "cmax", "ctid", Column.HIDDEN_KEY);

  PartRename {
    requireNonNull(rename, "rename is null");
    requireNonNull(analysis, "analysis is null");
  }

  void run(Execution execution) {
    if (rename.object().kind() == ObjectKind.DOMAIN) {
      renameDomainConstraint(execution);
      return;
    }
    if (rename.object().kind() == ObjectKind.TYPE) {
      renameAttribute(execution);
      return;
    }
    NameScope names = execution.transaction().names();
    boolean isIndex =
        names.findRelation(rename.object().name().parts()) == null
            && IndexLookup.find(names, rename.object().name()) != null;
    if (isIndex) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "renaming columns of indexes is not supported");
    }
    Relation relation = RelationTarget.find(rename.object(), rename.ifExists(), execution);
    switch (relation) {
      case Table table when rename.partKind() == ObjectKind.CONSTRAINT ->
          renameConstraint(table, execution);
      case Table table -> renameColumn(table, execution);
      case View view when rename.partKind() == ObjectKind.CONSTRAINT ->
          throw unknownConstraint(view);
      case View view -> renameColumn(view, execution);
      case SequenceEntry sequence ->
          throw new ColonnadeException(
              ErrorCode.WRONG_OBJECT_TYPE,
              "cannot rename columns of relation \"%s\"".formatted(sequence.name()),
              ErrorFields.NONE.withDetail("This operation is not supported for sequences."));
      case null -> {} // A notice is added.
    }
  }

  private void renameAttribute(Execution execution) {
    TypeLookup.Target target = new TypeLookup(analysis).require(rename.object().name());
    if (!(target instanceof TypeLookup.OfUser(CompositeType type, _))) {
      throw new ColonnadeException(
          ErrorCode.WRONG_OBJECT_TYPE,
          "\"%s\" is not a composite type".formatted(rename.object().name().last()));
    }
    CompositeType.Attribute before = type.find(part());
    if (before == null) {
      throw unknownColumn();
    }
    requireFree(
        type.name(), type.attributes().stream().map(CompositeType.Attribute::name).toList());
    CompositeType.Attribute after =
        new CompositeType.Attribute(before.id(), rename.newName(), before.type(), before.domain());
    StoredTexts texts = texts(type.id(), 0);
    RelationTarget.alter(
        execution.transaction(),
        edit -> {
          edit.changeType(type.with(before, after));
          texts.apply(edit);
        });
  }

  private void renameDomainConstraint(Execution execution) {
    DomainType domain = new TypeLookup(analysis).requireDomain(rename.object().name());
    if (domain.findCheck(part()) == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT,
          "constraint \"%s\" for domain %s does not exist".formatted(part(), domain.name()));
    }
    if (domain.findCheck(rename.newName()) != null) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_OBJECT,
          "constraint \"%s\" for domain %s already exists"
              .formatted(rename.newName(), domain.name()));
    }
    List<DomainType.Check> renamed = new ArrayList<>();
    for (DomainType.Check check : domain.checks()) {
      renamed.add(
          check.name().equals(part())
              ? new DomainType.Check(rename.newName(), check.text(), check.isValidated())
              : check);
    }
    RelationTarget.alter(
        execution.transaction(), edit -> edit.changeType(domain.withChecks(renamed)));
  }

  private String part() {
    return requireNonNull(rename.part(), "part is null");
  }

  private void renameColumn(Table table, Execution execution) {
    if (SYSTEM_COLUMNS.contains(part())) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "cannot rename system column \"%s\"".formatted(part()));
    }
    if (!table.schema().hasVisibleColumn(part())) {
      throw unknownColumn();
    }
    requireFree(table.name(), table.schema().visibleColumns().stream().map(Column::name).toList());
    Column column = table.schema().column(part());
    StoredTexts texts = texts(table.id(), column.id());
    RelationTarget.alter(
        execution.transaction(),
        edit -> {
          edit.changeColumns(table, table.history().renameColumn(column.name(), rename.newName()));
          texts.apply(edit);
        });
  }

  /** Returns the change of the texts that name a column. */
  private StoredTexts texts(int relationId, int number) {
    return new StoredTexts(
        analysis,
        NameChange.ofColumn(
            new NameChange.ColumnName(relationId, number, part(), rename.newName())));
  }

  private void renameColumn(View view, Execution execution) {
    List<String> columns = new ArrayList<>(view.columnNames());
    int index = columns.indexOf(part());
    if (index < 0) {
      throw unknownColumn();
    }
    requireFree(view.name(), columns);
    columns.set(index, rename.newName());
    StoredTexts texts = texts(view.id(), index + 1);
    RelationTarget.alter(
        execution.transaction(),
        edit -> {
          edit.replace(view.withColumnNames(columns));
          texts.apply(edit);
        });
  }

  private ColonnadeException unknownColumn() {
    return new ColonnadeException(
        ErrorCode.UNKNOWN_COLUMN, "column \"%s\" does not exist".formatted(part()));
  }

  private void requireFree(String relation, List<String> columns) {
    String newName = rename.newName();
    if (SYSTEM_COLUMNS.contains(newName)) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_COLUMN,
          "column name \"%s\" conflicts with a system column name".formatted(newName));
    }
    if (columns.contains(newName)) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_COLUMN,
          "column \"%s\" of relation \"%s\" already exists".formatted(newName, relation));
    }
  }

  private void renameConstraint(Table table, Execution execution) {
    TableConstraints constraints = table.descriptor().constraints();
    boolean isKey = part().equals(table.rowKeyName());
    boolean isOfIndex = isKey || isConstraintIndex(constraints);
    if (!isOfIndex && !isCheckOrForeignKey(constraints)) {
      throw unknownConstraint(table);
    }
    if (isOfIndex) {
      IndexRename.run(
          new IndexLookup.Found(table, isKey ? null : constraints.findIndex(part()), part()),
          rename.newName(),
          execution);
      return;
    }
    if (constraints.hasName(rename.newName()) || rename.newName().equals(table.rowKeyName())) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_OBJECT,
          "constraint \"%s\" for relation \"%s\" already exists"
              .formatted(rename.newName(), table.name()));
    }
    TableConstraints renamed = ConstraintRename.of(constraints, part(), rename.newName());
    RelationTarget.alter(execution.transaction(), edit -> edit.changeConstraints(table, renamed));
  }

  private boolean isConstraintIndex(TableConstraints constraints) {
    return constraints.indexes().stream()
        .anyMatch(
            index ->
                index.name().equals(part())
                    && (index.definition().kind().isConstraint()
                        || index.name().equals(constraints.keyName())));
  }

  private boolean isCheckOrForeignKey(TableConstraints constraints) {
    return constraints.checks().stream().map(CheckConstraint::name).anyMatch(part()::equals)
        || constraints.foreignKeys().stream().anyMatch(key -> key.name().equals(part()));
  }

  private ColonnadeException unknownConstraint(Relation relation) {
    return new ColonnadeException(
        ErrorCode.UNKNOWN_OBJECT,
        "constraint \"%s\" for table \"%s\" does not exist".formatted(part(), relation.name()));
  }
}
