package dev.colonnade.sql.deparse.node;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.ExpressionContext;
import dev.colonnade.sql.analyze.bind.NameResolver;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.expression.Literal;
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
  String output(String value, Type type) {
    Type base = Types.baseOf(type);
    TypeKind kind = base.kind();
    if (kind == null || !hasOutputForm(kind) || base.isArray()) {
      return value;
    }
    ExpressionAnalyzer analyzer =
        new ExpressionAnalyzer(
            new ExpressionContext(
                statement, NO_NAMES, Literals::noSubquery, null, ClauseKind.SELECT));
    TypedExpression unknown = analyzer.analyze(new Constant.StringConstant(value, 0));
    TypedExpression typed = analyzer.convert(unknown, TypeReference.of(base));
    Object java =
        typed.expression() instanceof Literal literal
            ? ValueConverter.toJava(kind, literal.value())
            : null;
    return java == null
        ? value
        : kind == TypeKind.BOOLEAN ? java.toString() : TextOutputFormat.of(kind, java);
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
