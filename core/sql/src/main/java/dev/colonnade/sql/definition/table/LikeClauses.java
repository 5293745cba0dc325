package dev.colonnade.sql.definition.table;

import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.constraint.ConstraintTiming;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.relation.GeneratedColumn;
import dev.colonnade.catalog.relation.IdentityColumn;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.table.StoredText;
import dev.colonnade.sql.definition.lookup.RelationLookup;
import dev.colonnade.sql.definition.table.column.NewColumn;
import dev.colonnade.sql.definition.table.column.NewColumns;
import dev.colonnade.sql.definition.table.constraint.TableClauses;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.definition.SequenceDefinition.SequenceOption;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.definition.TableElement.TableRule;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** LIKE in CREATE TABLE: the columns of another table, as if the statement had them. */
final class LikeClauses {
  private static final int NO_POSITION = -1;

  private static final Set<String> ALL =
      Set.of("CONSTRAINTS", "DEFAULTS", "GENERATED", "IDENTITY", "INDEXES");

  private final Table source;
  private final Set<String> including;
  private final Execution execution;

  private LikeClauses(Table source, Set<String> including, Execution execution) {
    this.source = source;
    this.including = including;
    this.execution = execution;
  }

  /**
   * Adds the columns and constraints of the table that LIKE names. Returns the table if its indexes
   * are included; null otherwise.
   */
  static @Nullable Table expand(
      TableElement.Like like, NewColumns columns, StatementAnalysis analysis, Execution execution) {
    LikeClauses clauses =
        new LikeClauses(sourceOf(like, analysis), included(like.options()), execution);
    clauses.addColumns(columns);
    clauses.addConstraints(columns);
    return clauses.including.contains("INDEXES") ? clauses.source : null;
  }

  private static Table sourceOf(TableElement.Like like, StatementAnalysis analysis) {
    ErrorFields position = ErrorFields.at(like.table().position() + 1);
    Relation relation;
    try {
      relation = RelationLookup.require(analysis.names(), like.table());
    } catch (ColonnadeException e) {
      throw e.with(position);
    }
    if (relation instanceof View) {
      throw TableClauses.unsupported("LIKE of a view", like.table().position());
    }
    if (!(relation instanceof Table table)) {
      throw new ColonnadeException(
          ErrorCode.WRONG_OBJECT_TYPE,
          "relation \"%s\" is invalid in LIKE clause".formatted(relation.name()),
          position.withDetail(
              "This operation is not supported for %ss.".formatted(relation.kind())));
    }
    PrivilegeChecks.requireAny(analysis.names(), table, Privilege.SELECT);
    return table;
  }

  private static Set<String> included(List<String> options) {
    Set<String> included = new TreeSet<>();
    for (String option : options) {
      boolean isExcluded = option.startsWith("-");
      String name = isExcluded ? option.substring(1) : option;
      Set<String> named = name.equals("ALL") ? ALL : Set.of(name);
      if (isExcluded) {
        included.removeAll(named);
      } else {
        included.addAll(named);
      }
    }
    return included;
  }

  private void addColumns(NewColumns columns) {
    Map<Integer, IdentityColumn> identities = source.descriptor().properties().identities();
    for (Column column : source.schema().visibleColumns()) {
      IdentityColumn identity = identities.get(column.id());
      columns.add(
          new NewColumn(
              column.name(),
              column.declaredType(),
              column.nullable(),
              identity == null ? defaultOf(column) : null,
              generationOf(column),
              identity == null || !including.contains("IDENTITY")
                  ? null
                  : sequenceOf(column, identity)));
    }
  }

  private @Nullable Expression defaultOf(Column column) {
    String text = source.descriptor().defaults().get(column.id());
    return text == null || !including.contains("DEFAULTS") ? null : StoredText.parse(text);
  }

  private @Nullable Expression generationOf(Column column) {
    GeneratedColumn generated = source.descriptor().properties().generated().get(column.id());
    return generated == null || !including.contains("GENERATED")
        ? null
        : StoredText.parse(generated.text());
  }

  private NewColumn.@Nullable Sequence sequenceOf(Column column, IdentityColumn identity) {
    Relation relation = execution.transaction().catalog().findRelation(identity.sequenceId());
    if (!(relation instanceof SequenceEntry sequence)) {
      return NewColumns.identity(column.type(), identity.always(), List.of());
    }
    SequenceOptions options =
        execution.transaction().sequences().describe(sequence.sequenceId()).options();
    return NewColumns.identity(column.type(), identity.always(), optionsOf(options));
  }

  private static List<SequenceOption> optionsOf(SequenceOptions options) {
    return List.of(
        number("INCREMENT", options.increment()),
        number("MINVALUE", options.min()),
        number("MAXVALUE", options.max()),
        number("START", options.start()),
        number("CACHE", options.cache()),
        new SequenceOption.Cycle(options.cycle(), NO_POSITION),
        new SequenceOption.Mode(options.mode().name(), NO_POSITION));
  }

  private static SequenceOption number(String keyword, long value) {
    return new SequenceOption.NumberOption(keyword, Long.toString(value), NO_POSITION);
  }

  private void addConstraints(NewColumns columns) {
    if (including.contains("CONSTRAINTS")) {
      for (CheckConstraint check : source.descriptor().constraints().checks()) {
        columns.add(
            new TableElement.Constraint(
                check.name(),
                new TableRule.Check(StoredText.parse(check.expression())),
                new TableElement.Timing(null, null, false, check.isNoInherit()),
                NO_POSITION));
      }
    }
    if (!including.contains("INDEXES")) {
      return;
    }
    Index keyIndex = source.keyIndex();
    List<Column> key = source.declaredKey();
    if (!key.isEmpty()) {
      ConstraintTiming timing =
          keyIndex == null
              ? ConstraintTiming.NOT_DEFERRABLE
              : keyIndex.definition().kind().timing();
      columns.add(keyOf(true, key, List.of(), timing));
    }
    for (Index index : source.descriptor().constraints().indexes()) {
      boolean isUnique = index.definition().kind().isConstraint() && !index.equals(keyIndex);
      if (isUnique) {
        columns.add(
            keyOf(
                false,
                index.definition().columns().stream()
                    .map(part -> source.schema().column(part.columnId()))
                    .toList(),
                index.definition().included(),
                index.definition().kind().timing()));
      }
    }
  }

  private TableElement.Constraint keyOf(
      boolean isPrimary, List<Column> columns, List<Integer> included, ConstraintTiming timing) {
    List<TableElement.KeyPart> parts = new ArrayList<>();
    columns.forEach(
        column -> parts.add(new TableElement.KeyPart(column.name(), false, NO_POSITION)));
    return new TableElement.Constraint(
        null,
        new TableRule.Key(
            isPrimary,
            true,
            parts,
            included.stream().map(id -> source.schema().column(id).name()).toList(),
            new TableElement.KeyStorage(List.of(), null)),
        new TableElement.Timing(
            timing.isDeferrable(), timing == ConstraintTiming.INITIALLY_DEFERRED, false, false),
        NO_POSITION);
  }
}
