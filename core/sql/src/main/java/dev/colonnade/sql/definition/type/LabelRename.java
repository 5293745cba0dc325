package dev.colonnade.sql.definition.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.relation.GeneratedColumn;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.sql.analyze.Analyzer;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.table.TableExpressions;
import dev.colonnade.sql.analyze.type.CatalogTypes;
import dev.colonnade.sql.analyze.view.ViewQueries;
import dev.colonnade.sql.function.array.ArrayText;
import dev.colonnade.sql.lexer.Lexer;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.lexer.Tokens;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.value.ArrayValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Rename of a label of an enum in the expressions of tables and the queries of views, which are
 * stored as text. Everything else in them stays as it was written.
 *
 * @param analysis in which the type still has the old label
 */
record LabelRename(EnumType type, String label, String newLabel, StatementAnalysis analysis) {
  LabelRename {
    requireNonNull(type, "type is null");
    requireNonNull(label, "label is null");
    requireNonNull(newLabel, "newLabel is null");
    requireNonNull(analysis, "analysis is null");
  }

  /** Replaces the label in all tables and views of the database. */
  void apply(CatalogEdit edit) {
    CatalogSnapshot catalog = edit.snapshot();
    int databaseId = databaseOf(catalog, catalog.typeName(type.id()).schemaId());
    for (Relation relation : List.copyOf(catalog.relations())) {
      if (databaseOf(catalog, relation.schemaId()) != databaseId) {
        continue;
      }
      if (relation instanceof Table table) {
        change(edit, table);
      } else if (relation instanceof View view && isCandidate(view.query())) {
        change(edit, view);
      }
    }
  }

  private static int databaseOf(CatalogSnapshot catalog, int schemaId) {
    return requireNonNull(catalog.findSchema(schemaId), "schema is null").databaseId();
  }

  private void change(CatalogEdit edit, View view) {
    NameUses uses = new NameUses();
    Analyzer.analyze(ViewQueries.parse(view), analysis.within(view).recording(uses));
    String changed = replaced(view.query(), uses);
    if (!changed.equals(view.query())) {
      edit.replace(view.withQuery(changed));
    }
  }

  private void change(CatalogEdit edit, Table table) {
    Table changed = table;
    TableConstraints constraints = constraints(table);
    if (!constraints.equals(table.descriptor().constraints())) {
      changed = edit.changeConstraints(changed, constraints);
    }
    TableProperties properties = properties(table);
    if (!properties.equals(table.descriptor().properties())) {
      edit.changeProperties(changed, properties);
    }
  }

  private TableConstraints constraints(Table table) {
    TableConstraints constraints = table.descriptor().constraints();
    for (CheckConstraint check : constraints.checks()) {
      constraints =
          constraints.withCheckText(
              check.name(), in(table, check.expression(), ClauseKind.CHECK, null));
    }
    for (Index index : constraints.indexes()) {
      constraints = constraints.withDefinition(index.id(), in(table, index.definition()));
    }
    return constraints;
  }

  private Index.Definition in(Table table, Index.Definition definition) {
    Index.Predicate condition = definition.predicate();
    List<IndexExpression> expressions =
        definition.expressions().stream()
            .map(
                expression ->
                    expression.withTexts(
                        in(table, expression.text(), ClauseKind.INDEX_EXPRESSION, null),
                        in(table, expression.displayText(), ClauseKind.INDEX_EXPRESSION, null)))
            .toList();
    return definition
        .withExpressions(expressions)
        .withPredicate(
            condition == null
                ? null
                : new Index.Predicate(
                    in(table, condition.expression(), ClauseKind.INDEX_PREDICATE, null),
                    condition.columnIds()));
  }

  private TableProperties properties(Table table) {
    TableProperties properties = table.descriptor().properties();
    Map<Integer, String> defaults = new HashMap<>(properties.defaults());
    Map<Integer, GeneratedColumn> generated = new HashMap<>(properties.generated());
    for (Column column : table.schema().columns()) {
      defaults.computeIfPresent(
          column.id(), (_, text) -> in(table, text, ClauseKind.DEFAULT, column));
      generated.computeIfPresent(
          column.id(),
          (_, definition) ->
              new GeneratedColumn(
                  in(table, definition.text(), ClauseKind.GENERATED, column),
                  definition.columnIds()));
    }
    return properties.withDefaults(defaults).withGenerated(generated);
  }

  private String in(Table table, String text, ClauseKind clause, @Nullable Column target) {
    return isCandidate(text)
        ? replaced(text, new TableExpressions(analysis).usesOf(table, text, clause, target))
        : text;
  }

  /** Returns whether a text may have a literal of the label. */
  private boolean isCandidate(String text) {
    return text.contains(label.replace("'", "''")) || text.contains("\\");
  }

  private String replaced(String text, NameUses uses) {
    Tokens tokens = Lexer.read(text);
    StringBuilder changed = new StringBuilder();
    int done = 0;
    for (Map.Entry<Integer, Type> literal : new TreeMap<>(uses.literals()).entrySet()) {
      int token = stringAt(tokens, literal.getKey());
      String value = token < 0 ? null : renamed(literal.getValue(), tokens.value(token));
      if (value != null) {
        changed.append(text, done, tokens.start(token));
        changed.append("'").append(value.replace("'", "''")).append("'");
        done = tokens.end(token);
      }
    }
    return changed.append(text, done, text.length()).toString();
  }

  /** Returns the changed value of a literal; null if it does not have the label. */
  private @Nullable String renamed(Type literal, String value) {
    Type base = Types.baseOf(literal);
    Type element = analysis.registry().types().elementOf(base);
    if (element == null) {
      return isOfType(base) && value.equals(label) ? newLabel : null;
    }
    if (!isOfType(Types.baseOf(element))) {
      return null;
    }
    List<@Nullable String> labels = ArrayText.parse(value);
    if (!labels.contains(label)) {
      return null;
    }
    List<@Nullable String> changed = new ArrayList<>(labels);
    changed.replaceAll(each -> label.equals(each) ? newLabel : each);
    return ArrayText.format(ArrayValue.shapeOf(labels), changed);
  }

  private boolean isOfType(Type found) {
    EnumType known = CatalogTypes.enumOf(analysis.names(), found);
    return known != null && known.id() == type.id();
  }

  /** Returns the index of the constant of a literal, which may begin with its type; -1 if none. */
  private static int stringAt(Tokens tokens, int position) {
    for (int i = 0; i < tokens.count(); i++) {
      if (tokens.start(i) >= position && tokens.is(i, TokenKind.STRING)) {
        return i;
      }
    }
    return -1;
  }
}
