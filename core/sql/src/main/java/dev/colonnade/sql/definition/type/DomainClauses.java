package dev.colonnade.sql.definition.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.table.StoredText;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.definition.name.GeneratedNames;
import dev.colonnade.sql.definition.table.column.ColumnDefaults;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.definition.TableElement.ColumnConstraint;
import dev.colonnade.sql.syntax.definition.TableElement.ColumnRule;
import dev.colonnade.sql.syntax.definition.TableElement.TableRule;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.DeclaredType;
import dev.colonnade.type.schema.TableSchema;
import org.jspecify.annotations.Nullable;

/** Clauses of CREATE DOMAIN and ALTER DOMAIN, which make a domain another one. */
final class DomainClauses {
  private final StatementAnalysis analysis;

  DomainClauses(StatementAnalysis analysis) {
    this.analysis = requireNonNull(analysis, "analysis is null");
  }

  /** Returns a domain with the constraints of CREATE DOMAIN. */
  DomainType withAll(DomainType domain, Iterable<ColumnConstraint> constraints) {
    DomainType changed = domain;
    Boolean nullable = null;
    boolean hasDefault = false;
    for (ColumnConstraint constraint : constraints) {
      switch (constraint.rule()) {
        case ColumnRule.DefaultValue rule -> {
          if (hasDefault) {
            throw error(ErrorCode.SYNTAX_ERROR, "multiple default expressions");
          }
          hasDefault = true;
          changed = withDefault(changed, rule.value());
        }
        case ColumnRule.Nullability rule -> {
          if (nullable != null && nullable != rule.nullable()) {
            throw error(ErrorCode.SYNTAX_ERROR, "conflicting NULL/NOT NULL constraints");
          }
          nullable = rule.nullable();
          changed = changed.withNullable(rule.nullable());
        }
        case ColumnRule.CheckColumn rule -> {
          if (rule.noInherit()) {
            throw error(
                ErrorCode.INVALID_DEFINITION,
                "check constraints for domains cannot be marked NO INHERIT");
          }
          changed = withCheck(changed, constraint.name(), rule.condition(), true);
        }
        case ColumnRule.KeyColumn rule ->
            throw impossible(rule.primary() ? "primary key" : "unique");
        case ColumnRule.ReferencesColumn _ -> throw impossible("foreign key");
        case ColumnRule.Identity _, ColumnRule.Generated _ ->
            throw error(ErrorCode.UNSUPPORTED, "generated values of domains are not supported");
      }
      requireNoTiming(constraint.timing());
    }
    return changed;
  }

  /** Returns a domain with the constraint of ALTER DOMAIN ... ADD. */
  DomainType.Check checkOf(DomainType domain, TableElement.Constraint constraint) {
    return switch (constraint.rule()) {
      case TableRule.Check check -> {
        requireNoTiming(constraint.timing());
        yield withCheck(
                domain, constraint.name(), check.condition(), !constraint.timing().notValid())
            .checks()
            .getLast();
      }
      case TableRule.Key key -> throw impossible(key.primary() ? "primary key" : "unique");
      case TableRule.KeyUsingIndex key ->
          throw impossible(key.primary() ? "primary key" : "unique");
      case TableRule.ForeignKey _ -> throw impossible("foreign key");
      case TableRule.Exclude _ -> throw impossible("exclusion");
    };
  }

  private static void requireNoTiming(TableElement.Timing timing) {
    if (timing.deferrable() != null || timing.initiallyDeferred() != null) {
      throw error(
          ErrorCode.UNSUPPORTED, "specifying constraint deferrability not supported for domains");
    }
  }

  private static ColonnadeException impossible(String kind) {
    return error(ErrorCode.SYNTAX_ERROR, kind + " constraints not possible for domains");
  }

  private static ColonnadeException error(ErrorCode code, String message) {
    return new ColonnadeException(code, message);
  }

  /** Returns a domain with another default; NULL is none. */
  DomainType withDefault(DomainType domain, @Nullable Expression value) {
    if (value == null || value instanceof Constant.NullConstant) {
      return domain.withDefault(null);
    }
    TableSchema schema =
        TableSchema.builder()
            .column(
                domain.name(),
                new DeclaredType(domain.stored(), domain.base(), DeclaredType.NONE),
                true)
            .required(Column.HIDDEN_KEY, Plain.BIGINT)
            .key(Column.HIDDEN_KEY)
            .build();
    return domain.withDefault(
        new ColumnDefaults(analysis)
            .text(Table.detached(domain.name(), schema), schema.column(domain.name()), value));
  }

  private DomainType withCheck(
      DomainType domain, @Nullable String given, Expression condition, boolean isValidated) {
    if (given != null && domain.findCheck(given) != null) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_OBJECT,
          "constraint \"%s\" for domain \"%s\" already exists".formatted(given, domain.name()));
    }
    String name =
        given == null
            ? GeneratedNames.of(
                domain.name(), null, "check", taken -> domain.findCheck(taken) != null)
            : given;
    NameUses uses = new NameUses();
    var _ =
        ExpressionAnalyzer.ofDomain(
                analysis.recording(uses),
                domain,
                ColumnTypes.vector(domain.stored(), domain.base()))
            .predicate(condition);
    return domain.withCheck(
        new DomainType.Check(name, StoredText.of(condition, uses, analysis.names()), isValidated));
  }
}
