package dev.colonnade.sql.prepared;

import static java.util.Objects.requireNonNull;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.command.CommandStatements;
import dev.colonnade.sql.definition.DefinitionStatements;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.error.StatementErrors;
import dev.colonnade.sql.frontend.DataText;
import dev.colonnade.sql.frontend.FrontEnd;
import dev.colonnade.sql.frontend.FrontEndKind;
import dev.colonnade.sql.frontend.PlanCacheStatistics;
import dev.colonnade.sql.frontend.PlanContext;
import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.sql.parse.StatementSplitter;
import dev.colonnade.sql.parse.StatementSplitter.Clauses;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementPreparer;
import dev.colonnade.sql.syntax.command.Command;
import dev.colonnade.sql.syntax.command.PreparedCommand;
import dev.colonnade.sql.syntax.definition.Definition;
import dev.colonnade.sql.syntax.query.TypeName;
import dev.colonnade.sql.type.SqlType;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Cache of parsed SQL texts, and plan cache, shared by all sessions. Thread-safe.
 *
 * <p>The key of a plan contains the version of the catalog; plans of older versions need no
 * invalidation.
 */
public final class StatementCache {
  /** Maximum number of cached plans. */
  public static final int PLANS_MAX = 1000;

  /** Maximum number of cached texts. */
  public static final int TEXTS_MAX = 1000;

  /** Maximum length of a cached text, in characters. */
  private static final int TEXT_LENGTH_MAX = 4096;

  private record PlanKey(
      String sql, List<@Nullable SqlType> types, NameKey names, long statisticsVersion) {}

  private record NameKey(long catalogVersion, int databaseId, List<Integer> path) {}

  private final StatementPreparer preparer;
  private final FrontEnd frontEnd = new FrontEnd();
  private final FrontEndKind kind;
  private final DefinitionStatements definitions;
  private final CommandStatements commands;
  private final Cache<PlanKey, PreparedStatement> plans =
      Caffeine.newBuilder().maximumSize(PLANS_MAX).build();
  private final Cache<String, List<SqlText>> texts =
      Caffeine.newBuilder().maximumSize(TEXTS_MAX).build();

  /**
   * Creates an empty cache of plans.
   *
   * @param preparer plans the statements that the front end does not plan
   * @param kind front end that plans statements of data
   */
  public StatementCache(StatementPreparer preparer, FrontEndKind kind) {
    this.preparer = requireNonNull(preparer, "preparer is null");
    this.kind = requireNonNull(kind, "kind is null");
    this.definitions = new DefinitionStatements(frontEnd, new SecureRandom());
    this.commands = new CommandStatements(frontEnd);
  }

  /** Returns the statements of a text. */
  public List<SqlText> parse(String text) {
    List<SqlText> cached = texts.getIfPresent(text);
    if (cached != null) {
      return cached;
    }
    StatementParser.requireLength(text);
    DataText known = kind == FrontEndKind.OWN ? frontEnd.find(text) : null;
    if (known != null) {
      return List.of(SqlText.of(known));
    }
    List<SqlText> statements = new ArrayList<>();
    List<StatementText> parsed = frontEnd.parse(text);
    for (StatementText statement : parsed) {
      DataText data =
          kind == FrontEndKind.OWN ? frontEnd.data(statement, parsed.size() == 1) : null;
      statements.add(data == null ? SqlText.of(statement) : SqlText.of(data));
    }
    if (text.length() <= TEXT_LENGTH_MAX) {
      texts.put(text, List.copyOf(statements));
    }
    return List.copyOf(statements);
  }

  /**
   * Returns the plan of a statement for the catalog that a transaction sees.
   *
   * @param settings of the session
   */
  public PreparedStatement plan(
      SqlText text,
      List<@Nullable SqlType> types,
      StatementTransaction transaction,
      SessionSettings settings) {
    PlanContext context = new PlanContext(types, transaction, PlannerSwitches.of(settings));
    DataText data = text.data();
    return data != null ? frontEnd.plan(data, context) : prepare(text.command(), context);
  }

  private PreparedStatement prepare(StatementText text, PlanContext context) {
    try {
      return switch (text.statement()) {
        case Definition definition -> definitions.prepare(text, definition, context);
        case Command command -> commands.prepare(text, command, context);
        default -> fallback(text, context);
      };
    } catch (ColonnadeException e) {
      throw text.error(e);
    } catch (StackOverflowError e) {
      throw new ColonnadeException(
          ErrorCode.STATEMENT_TOO_COMPLEX, "stack depth limit exceeded", e);
    }
  }

  /** Returns the plan of a statement that is not ported to the new front end. */
  private PreparedStatement fallback(StatementText text, PlanContext context) {
    NameScope names = context.transaction().names();
    PlanKey key =
        new PlanKey(
            text.text(),
            context.types(),
            new NameKey(names.catalog().version(), names.database().id(), names.pathIds()),
            context.transaction().tables().statisticsVersion());
    PreparedStatement cached = plans.getIfPresent(key);
    if (cached != null) {
      return cached;
    }
    StatementSplitter.Piece piece = CommandTexts.pieceOf(text);
    try {
      PreparedStatement prepared = fallback(piece, context);
      if (prepared.isCacheable() && !names.catalog().isUncommitted()) {
        plans.put(key, prepared);
      }
      return prepared;
    } catch (ColonnadeException e) {
      throw StatementErrors.shifted(e, piece.offset());
    } catch (RuntimeException e) {
      throw StatementErrors.shifted(SqlErrors.of(piece.text(), e), piece.offset());
    }
  }

  private PreparedStatement fallback(StatementSplitter.Piece piece, PlanContext context) {
    SqlNode node = StatementParser.parse(piece.toParse());
    StatementPreparer typed = preparer.with(context.types());
    Clauses clauses = piece.clauses();
    if (!clauses.subqueries().isEmpty()) {
      return typed.prepareLocking(piece.toParse(), clauses.subqueries(), context.transaction());
    }
    return clauses.lockings().isEmpty()
        ? typed.prepare(piece.text(), node, context.transaction())
        : typed.prepareLocking(piece.text(), node, clauses.lockings(), context.transaction());
  }

  /**
   * Returns the plan of the arguments of EXECUTE: a query for one row of their values.
   *
   * @param types of the parameters of the prepared statement
   */
  public PreparedStatement arguments(
      StatementText text,
      PreparedCommand.Execute execute,
      List<SqlType> types,
      StatementTransaction transaction,
      SessionSettings settings) {
    try {
      return frontEnd.arguments(
          execute.arguments(),
          types,
          new PlanContext(List.of(), transaction, PlannerSwitches.of(settings)));
    } catch (ColonnadeException e) {
      throw text.error(e);
    }
  }

  /** Returns the type of the name of a type; throws UNKNOWN_OBJECT if there is none. */
  public SqlType type(StatementText text, TypeName name, StatementTransaction transaction) {
    try {
      return frontEnd.type(name, transaction);
    } catch (ColonnadeException e) {
      throw text.error(e);
    }
  }

  /** Throws UNKNOWN_OBJECT if there is no type with an OID. */
  public void requireType(long oid, StatementTransaction transaction) {
    if (!frontEnd.hasType(oid, transaction)) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT, "type with OID %d does not exist".formatted(oid));
    }
  }

  /** Returns the counters of the plan cache. */
  public PlanCacheStatistics statistics() {
    return frontEnd.statistics();
  }
}
