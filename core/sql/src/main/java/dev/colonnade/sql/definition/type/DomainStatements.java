package dev.colonnade.sql.definition.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.type.TypeNames;
import dev.colonnade.sql.definition.lookup.TypeLookup;
import dev.colonnade.sql.definition.table.column.ColumnTypeResolver;
import dev.colonnade.sql.registry.type.TypeForm;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.syntax.definition.TableAction;
import dev.colonnade.sql.syntax.definition.TableAction.ColumnAction;
import dev.colonnade.sql.syntax.definition.TypeDefinition;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.schema.DeclaredType;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** CREATE DOMAIN and ALTER DOMAIN. */
public final class DomainStatements {
  /** Id of a domain that is not in the catalog. */
  private static final int DETACHED = 0;

  private final Function<Execution, StatementAnalysis> analyses;
  private final BiFunction<String, Execution, StatementResult> queries;

  /**
   * Creates the statements.
   *
   * @param analyses of definitions, in the catalog of a transaction
   * @param queries executes a query
   */
  public DomainStatements(
      Function<Execution, StatementAnalysis> analyses,
      BiFunction<String, Execution, StatementResult> queries) {
    this.analyses = requireNonNull(analyses, "analyses is null");
    this.queries = requireNonNull(queries, "queries is null");
  }

  void create(TypeDefinition.CreateDomain create, Execution execution) {
    NameScope names = execution.transaction().names();
    StatementAnalysis analysis = analyses.apply(execution);
    ObjectName name = names.newName(create.name().parts());
    TypeLookup.requireFree(names.catalog(), name);
    DomainType base = baseOf(create, name.name(), analysis);
    var collation = create.collation();
    if (collation != null && !collation.last().equals("default")) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "COLLATE is not supported",
          ErrorFields.at(collation.position() + 1));
    }
    DomainType domain = new DomainClauses(analysis).withAll(base, create.constraints());
    execution.transaction().catalogChanges().alter(edit -> edit.createDomain(name, domain));
  }

  private static DomainType baseOf(
      TypeDefinition.CreateDomain create, String name, StatementAnalysis analysis) {
    TypeReference type = new TypeNames(analysis).resolve(create.type());
    if (type.type().form() == TypeForm.PSEUDO || create.type().array().setOf()) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "\"%s\" is not a valid base type for a domain".formatted(create.type().name().dotted()));
    }
    ColumnTypeResolver types = new ColumnTypeResolver(analysis);
    ColumnType stored = types.find(type);
    if (stored == null) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "type %s is not supported".formatted(type.type()),
          ErrorFields.at(create.type().position() + 1));
    }
    if (ColumnTypeResolver.isOfColumn(type, stored)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "domain over type %s is not supported".formatted(type),
          ErrorFields.at(create.type().position() + 1));
    }
    if (types.of(name, create.type()).modifier() != DeclaredType.NONE) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "type %s is not supported for domains".formatted(type),
          ErrorFields.at(create.type().position() + 1));
    }
    DomainType.Use base = types.domain(type.type());
    TypeKind kind = type.type().kind();
    if (kind != null && kind.isNamedReference()) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "domain over type %s is not supported".formatted(type),
          ErrorFields.at(create.type().position() + 1));
    }
    String inherited =
        base == null || base.isArray() ? null : defaultOf(analysis.names(), base.domainId());
    return new DomainType(DETACHED, name, stored, base, true, inherited, List.of());
  }

  private static @Nullable String defaultOf(NameScope names, int domainId) {
    return names.findType(domainId) instanceof DomainType domain ? domain.defaultText() : null;
  }

  void alter(TypeDefinition.AlterDomain alter, Execution execution) {
    StatementAnalysis analysis = analyses.apply(execution);
    DomainType domain = new TypeLookup(analysis).requireDomain(alter.name());
    TypeDefinition.DomainAction action = alter.action();
    DomainType changed =
        action.table() == null
            ? altered(domain, requireNonNull(action.column()), analysis, execution)
            : altered(domain, action.table(), analysis, execution);
    if (!changed.equals(domain)) {
      execution.transaction().catalogChanges().alter(edit -> edit.changeType(changed));
    }
  }

  private DomainType altered(
      DomainType domain, ColumnAction action, StatementAnalysis analysis, Execution execution) {
    return switch (action) {
      case ColumnAction.SetDefault(var value) ->
          new DomainClauses(analysis).withDefault(domain, value);
      case ColumnAction.SetNotNull(boolean notNull) -> {
        if (notNull && domain.nullable()) {
          new DomainUses(domain, execution, queries).requireNoNull();
        }
        yield domain.withNullable(!notNull);
      }
      default -> throw new IllegalArgumentException("no action of domains: action=" + action);
    };
  }

  private DomainType altered(
      DomainType domain, TableAction action, StatementAnalysis analysis, Execution execution) {
    return switch (action) {
      case TableAction.AddConstraint(var constraint) -> {
        DomainType.Check check = new DomainClauses(analysis).checkOf(domain, constraint);
        if (check.isValidated()) {
          new DomainUses(domain, execution, queries).require(check);
        }
        yield domain.withCheck(check);
      }
      case TableAction.DropConstraint drop -> dropped(domain, drop, execution);
      case TableAction.ValidateConstraint(String name) -> validated(domain, name, execution);
      default -> throw new IllegalArgumentException("no action of domains: action=" + action);
    };
  }

  private static DomainType dropped(
      DomainType domain, TableAction.DropConstraint drop, Execution execution) {
    if (domain.findCheck(drop.name()) == null) {
      String message =
          "constraint \"%s\" of domain \"%s\" does not exist".formatted(drop.name(), domain.name());
      if (!drop.ifExists()) {
        throw new ColonnadeException(ErrorCode.UNKNOWN_OBJECT, message);
      }
      execution.notices().skipped(message);
    }
    return domain.withoutCheck(drop.name());
  }

  private DomainType validated(DomainType domain, String name, Execution execution) {
    DomainType.Check check = domain.findCheck(name);
    if (check == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT,
          "constraint \"%s\" of domain \"%s\" does not exist".formatted(name, domain.name()));
    }
    new DomainUses(domain, execution, queries).require(check);
    return domain.withChecks(
        domain.checks().stream()
            .map(
                known ->
                    known.name().equals(name)
                        ? new DomainType.Check(name, known.text(), true)
                        : known)
            .toList());
  }
}
