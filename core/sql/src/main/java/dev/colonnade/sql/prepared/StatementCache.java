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
import dev.colonnade.sql.frontend.DataText;
import dev.colonnade.sql.frontend.FrontEnd;
import dev.colonnade.sql.frontend.PlanCacheStatistics;
import dev.colonnade.sql.frontend.PlanContext;
import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.sql.parse.StatementSplitter;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementPreparer;
import dev.colonnade.sql.syntax.command.Command;
import dev.colonnade.sql.syntax.definition.Definition;
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
  private final @Nullable FrontEnd frontEnd;
  private final @Nullable DefinitionStatements definitions;
  private final @Nullable CommandStatements commands;
  private final Cache<PlanKey, PreparedStatement> plans =
      Caffeine.newBuilder().maximumSize(PLANS_MAX).build();
  private final Cache<String, List<SqlText>> texts =
      Caffeine.newBuilder().maximumSize(TEXTS_MAX).build();

  /**
   * Creates an empty cache of plans.
   *
   * @param preparer plans the statements that {@code frontEnd} does not plan
   * @param frontEnd plans the statements of data; null if {@code preparer} plans all statements
   */
  public StatementCache(StatementPreparer preparer, @Nullable FrontEnd frontEnd) {
    this.preparer = requireNonNull(preparer, "preparer is null");
    this.frontEnd = frontEnd;
    this.definitions =
        frontEnd == null ? null : new DefinitionStatements(frontEnd, new SecureRandom());
    this.commands = frontEnd == null ? null : new CommandStatements(frontEnd);
  }

  /** Returns the statements of a text. */
  public List<SqlText> parse(String text) {
    List<SqlText> cached = texts.getIfPresent(text);
    if (cached != null) {
      return cached;
    }
    StatementParser.requireLength(text);
    if (frontEnd != null) {
      DataText known = frontEnd.find(text);
      if (known != null) {
        return List.of(new SqlText(known));
      }
    }
    List<SqlText> statements = frontEnd == null ? split(text) : parse(text, frontEnd);
    if (text.length() <= TEXT_LENGTH_MAX) {
      texts.put(text, statements);
    }
    return statements;
  }

  private static List<SqlText> split(String text) {
    List<SqlText> parsed = new ArrayList<>();
    for (StatementSplitter.Piece piece : StatementSplitter.split(text)) {
      parsed.add(parse(piece, null));
    }
    return List.copyOf(parsed);
  }

  /** Returns the statements of a text; the other parser reads those that are no data. */
  private static List<SqlText> parse(String text, FrontEnd frontEnd) {
    List<SqlText> parsed = new ArrayList<>();
    List<StatementText> statements = frontEnd.parse(text);
    for (StatementText statement : statements) {
      DataText data = frontEnd.data(statement, statements.size() == 1);
      parsed.add(data == null ? command(statement) : new SqlText(data));
    }
    return List.copyOf(parsed);
  }

  private static SqlText command(StatementText statement) {
    if ((statement.statement() instanceof Definition definition
            && DefinitionStatements.isPorted(definition))
        || (statement.statement() instanceof Command command
            && CommandStatements.isPorted(command))) {
      return new SqlText(statement);
    }
    StatementText source = CommandTexts.sourceOf(statement);
    return parse(
        CommandTexts.pieceOf(statement), source == null ? null : DataText.of(source, null));
  }

  private static SqlText parse(StatementSplitter.Piece piece, @Nullable DataText source) {
    try {
      return new SqlText(piece, StatementParser.parse(piece.toParse()), source);
    } catch (ColonnadeException e) {
      throw SqlErrors.shifted(e, piece.offset());
    }
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
    DataText data = text.data();
    if (data != null && frontEnd != null) {
      return frontEnd.plan(data, new PlanContext(types, transaction, PlannerSwitches.of(settings)));
    }
    StatementText parsed = text.parsed();
    if (parsed != null) {
      return prepare(parsed, new PlanContext(types, transaction, PlannerSwitches.of(settings)));
    }
    NameScope names = transaction.names();
    PlanKey key =
        new PlanKey(
            text.text(),
            types,
            new NameKey(names.catalog().version(), names.database().id(), names.pathIds()),
            transaction.tables().statisticsVersion());
    PreparedStatement cached = plans.getIfPresent(key);
    if (cached != null) {
      return cached;
    }
    DataText source = text.source();
    if (source != null && frontEnd != null) {
      return preparer.prepareCopy(
          StatementParser.parse(text.toParse()),
          frontEnd.plan(source, new PlanContext(types, transaction, PlannerSwitches.of(settings))));
    }
    PreparedStatement prepared = prepare(text, types, transaction);
    if (prepared.isCacheable() && !names.catalog().isUncommitted()) {
      plans.put(key, prepared);
    }
    return prepared;
  }

  private PreparedStatement prepare(StatementText text, PlanContext context) {
    try {
      return switch (text.statement()) {
        case Definition definition when definitions != null ->
            definitions.prepare(text, definition, context);
        case Command command when commands != null -> commands.prepare(text, command, context);
        default -> throw new IllegalStateException("not prepared: " + text.statement().getClass());
      };
    } catch (ColonnadeException e) {
      throw text.error(e);
    } catch (StackOverflowError e) {
      throw new ColonnadeException(
          ErrorCode.STATEMENT_TOO_COMPLEX, "stack depth limit exceeded", e);
    }
  }

  private PreparedStatement prepare(
      SqlText text, List<@Nullable SqlType> types, StatementTransaction transaction) {
    try {
      // Parsed again, since planning changes nodes.
      SqlNode node = StatementParser.parse(text.toParse());
      StatementPreparer typed = preparer.with(types);
      if (!text.lockedSubqueries().isEmpty()) {
        return typed.prepareLocking(text.toParse(), text.lockedSubqueries(), transaction);
      }
      return text.lockings().isEmpty()
          ? typed.prepare(text.text(), node, transaction)
          : typed.prepareLocking(text.text(), node, text.lockings(), transaction);
    } catch (ColonnadeException e) {
      throw SqlErrors.shifted(e, text.offset());
    } catch (RuntimeException e) {
      throw SqlErrors.shifted(SqlErrors.of(text.text(), e), text.offset());
    }
  }

  /** Returns the plan of a query for one row with the values of the arguments of a command. */
  public PreparedStatement row(
      SqlText text,
      List<SqlNode> arguments,
      StatementTransaction transaction,
      SessionSettings settings) {
    DataText source = text.source();
    return source != null && frontEnd != null
        ? frontEnd.plan(
            source, new PlanContext(List.of(), transaction, PlannerSwitches.of(settings)))
        : preparer.prepareRow(text.toParse(), arguments, transaction);
  }

  /** Returns the counters of the plan cache. */
  public PlanCacheStatistics statistics() {
    return frontEnd == null ? PlanCacheStatistics.NONE : frontEnd.statistics();
  }
}
