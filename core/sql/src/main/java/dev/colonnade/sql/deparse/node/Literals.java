package dev.colonnade.sql.deparse.node;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.ExpressionContext;
import dev.colonnade.sql.analyze.bind.NameResolver;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.RowEvaluator;
import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.function.value.TextOutputFormat;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.type.TypeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Texts of literals in the output forms of their types. One thread. */
final class Literals {
  private static final NameResolver NO_NAMES =
      new NameResolver() {
        @Override
        public TypedExpression resolve(Reference.Column column) {
          throw new IllegalStateException("name in a literal: names=" + column.names());
        }

        @Override
        public List<NamedColumn> star(Reference.Star star) {
          throw new IllegalStateException("star in a literal: qualifier=" + star.qualifier());
        }
      };

  private final StatementAnalysis statement;

  Literals(StatementAnalysis statement) {
    this.statement = requireNonNull(statement, "statement is null");
  }

  /** Returns the output text of a value of a type that is written as a string. */
  String output(String value, TypeReference type) {
    Type base = Types.baseOf(type.type());
    TypeKind kind = base.kind();
    StatementServices session = statement.printer();
    if (session != null && dependsOnSession(base)) {
      return printed(value, new TypeReference(base, type.modifier()), session);
    }
    if (kind == null || !hasOutputForm(kind) || base.isArray()) {
      return value;
    }
    TypedExpression typed = analyzer().convert(unknown(value), TypeReference.of(base));
    Object java =
        typed.expression() instanceof Literal literal
            ? ValueConverter.toJava(kind, literal.value())
            : null;
    return java == null
        ? value
        : kind == TypeKind.BOOLEAN ? java.toString() : TextOutputFormat.of(kind, java);
  }

  private ExpressionAnalyzer analyzer() {
    return new ExpressionAnalyzer(
        new ExpressionContext(statement, NO_NAMES, Literals::noSubquery, null, ClauseKind.SELECT));
  }

  private TypedExpression unknown(String value) {
    return analyzer().analyze(new Constant.StringConstant(value, 0));
  }

  /** Returns whether the text of a value depends on settings, or on names in the catalog. */
  private static boolean dependsOnSession(Type base) {
    TypeKind kind = base.kind();
    return (base.isArray() && !base.sqlName().endsWith("vector"))
        || base.isComposite()
        || (kind != null
            && (kind.boundKind() != null
                || kind.isNamedReference()
                || List.of(TypeKind.DATE, TypeKind.TIMESTAMP, TypeKind.TIMESTAMPTZ).contains(kind)
                || kind == TypeKind.INTERVAL));
  }

  /** Returns the text that a session shows. */
  private String printed(String value, TypeReference type, StatementServices session) {
    ExpressionAnalyzer analyzer = analyzer();
    Expression text = analyzer.output(analyzer.convert(unknown(value), type));
    Object shown =
        new RowEvaluator(List.of(text), List.of())
            .value(
                new @Nullable Object[0],
                new Evaluation(
                    Literals::noParameter,
                    session,
                    Cancellation.withoutDeadline(),
                    SubqueryExecutor.NONE));
    return shown == null ? value : shown.toString();
  }

  private static @Nullable Object noParameter(int index) {
    throw new IllegalStateException("literal has a parameter: index=" + index);
  }

  private static boolean hasOutputForm(TypeKind kind) {
    return switch (kind) {
      case BOOLEAN,
          SMALLINT,
          INTEGER,
          BIGINT,
          REAL,
          DOUBLE,
          NUMERIC,
          BYTEA,
          DATE,
          TIME,
          TIMESTAMP,
          TIMESTAMPTZ,
          UUID,
          INTERVAL,
          TIMETZ,
          VARBIT,
          JSONB ->
          true;
      default -> kind.base() != null;
    };
  }

  private static AnalyzedQuery noSubquery(Query query) {
    throw new IllegalStateException("subquery in a literal: position=" + query.position());
  }
}
