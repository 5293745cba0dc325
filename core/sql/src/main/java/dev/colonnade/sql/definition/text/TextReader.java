package dev.colonnade.sql.definition.text;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.sql.analyze.Analyzer;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.change.relation.RelationColumns;
import dev.colonnade.sql.analyze.change.row.TableRow;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.policy.PolicyExpression;
import dev.colonnade.sql.analyze.table.StoredText;
import dev.colonnade.sql.analyze.table.TableExpressions;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.analyze.view.ViewQueries;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.schema.Column;
import org.jspecify.annotations.Nullable;

/** Analysis of one kind of texts in the catalog. */
@FunctionalInterface
interface TextReader {
  /** Returns what a text names; throws the error of a text that has no meaning. */
  NameUses read(String text, StatementAnalysis analysis);

  /** Returns the analysis of queries of a view. */
  static TextReader ofView(View view) {
    return (text, analysis) -> {
      NameUses uses = new NameUses();
      View read = view.withQuery(text);
      Analyzer.analyze(ViewQueries.parse(read), analysis.within(read).recording(uses));
      return uses;
    };
  }

  /** Returns the analysis of expressions of policies of a table. */
  static TextReader ofPolicy(Table table) {
    return (text, analysis) -> {
      Table current = tableIn(analysis, table);
      TableRow row = TableRow.of(TableRow.scan(current, current.name(), analysis.variables()));
      return new PolicyExpression(Analyzer.context(analysis), current)
          .usesOf(text, RelationColumns.columns(row, analysis));
    };
  }

  private static Table tableIn(StatementAnalysis analysis, Table table) {
    return analysis.names().catalog().table(table.id());
  }

  /** Returns the analysis of defaults of a domain. */
  static TextReader ofDefault(DomainType domain) {
    return (text, analysis) -> {
      NameUses uses = new NameUses();
      ExpressionAnalyzer analyzer = analyzer(domain, analysis.recording(uses));
      analyzer.assign(
          domain.name(),
          analyzer.analyze(StoredText.parse(text)),
          ColumnTypes.of(domain.stored(), domain.base(), analysis.registry()));
      return uses;
    };
  }

  /** Returns the analysis of CHECK constraints of a domain. */
  static TextReader ofCheck(DomainType domain) {
    return (text, analysis) -> {
      NameUses uses = new NameUses();
      var _ = analyzer(domain, analysis.recording(uses)).predicate(StoredText.parse(text));
      return uses;
    };
  }

  private static ExpressionAnalyzer analyzer(DomainType domain, StatementAnalysis analysis) {
    return ExpressionAnalyzer.ofDomain(
        analysis, domain, ColumnTypes.vector(domain.stored(), domain.base()));
  }

  /**
   * Returns the analysis of expressions of a table.
   *
   * @param target column to which the value is assigned; null if there is none
   */
  static TextReader of(Table table, ClauseKind clause, @Nullable Column target) {
    return (text, analysis) -> {
      Table current = tableIn(analysis, table);
      Column column = target == null ? null : current.schema().column(target.id());
      return new TableExpressions(analysis).usesOf(current, text, clause, column);
    };
  }
}
