package dev.colonnade.sql.prepared;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.command.CommandStatements;
import dev.colonnade.sql.definition.DefinitionStatements;
import dev.colonnade.sql.frontend.DataText;
import dev.colonnade.sql.frontend.FrontEnd;
import dev.colonnade.sql.frontend.PlanCacheStatistics;
import dev.colonnade.sql.frontend.PlanContext;
import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.lexer.Lexer;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.syntax.command.Command;
import dev.colonnade.sql.syntax.command.PreparedCommand;
import dev.colonnade.sql.syntax.definition.Definition;
import dev.colonnade.sql.syntax.query.TypeName;
import dev.colonnade.sql.type.SqlType;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Cache of parsed SQL texts, and plan cache, shared by all sessions. Thread-safe.
 *
 * <p>The key of a plan contains the version of the catalog; plans of older versions need no
 * invalidation.
 */
public final class StatementCache {
  /** Maximum number of cached texts. */
  public static final int TEXTS_MAX = 1000;

  /** Maximum length of a cached text, in characters. */
  private static final int TEXT_LENGTH_MAX = 4096;

  private final NanoTicker ticker = NanoTicker.system();
  private final FrontEnd frontEnd = new FrontEnd();
  private final DefinitionStatements definitions;
  private final CommandStatements commands;
  private final Cache<String, List<SqlText>> texts =
      Caffeine.newBuilder().maximumSize(TEXTS_MAX).build();

  /** Creates an empty cache. */
  public StatementCache() {
    this.definitions = new DefinitionStatements(frontEnd, new SecureRandom());
    this.commands = new CommandStatements(frontEnd);
  }

  /**
   * Returns the statements of a text without parsing it; null if it is not known, or so long that
   * the search for it would take long.
   */
  public @Nullable List<SqlText> find(String text) {
    return text.length() <= TEXT_LENGTH_MAX ? known(text) : null;
  }

  private @Nullable List<SqlText> known(String text) {
    List<SqlText> cached = texts.getIfPresent(text);
    if (cached != null) {
      return cached;
    }
    DataText known = frontEnd.find(text);
    return known == null ? null : List.of(SqlText.of(known));
  }

  /** Returns the statements of a text. */
  public List<SqlText> parse(String text) {
    return parse(text, Lexer.UNLIMITED);
  }

  /**
   * Variant of {@link #parse(String)} that charges tokens, syntax trees and plans to an account.
   */
  public List<SqlText> parse(String text, LongConsumer memory) {
    List<SqlText> known = known(text);
    if (known != null) {
      return known;
    }
    List<SqlText> statements = new ArrayList<>();
    List<StatementText> parsed = frontEnd.parse(text, memory);
    for (StatementText statement : parsed) {
      DataText data = frontEnd.data(statement, parsed.size() == 1);
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
      SqlPrepared prepared, StatementTransaction transaction, SessionSettings settings) {
    SqlText text = prepared.text();
    PlanContext context = context(prepared, transaction, settings);
    DataText data = text.data();
    PreparedStatement known = data == null ? null : frontEnd.find(data, context);
    if (data != null && known != null) {
      return prepared.hasFixedLiterals() ? frontEnd.fixed(known, data, context) : known;
    }
    long start = ticker.nanos();
    PreparedStatement plan =
        data != null ? frontEnd.plan(data, context) : prepare(text.command(), context);
    if (data != null && prepared.hasFixedLiterals()) {
      plan = frontEnd.fixed(plan, data, context);
    }
    prepared.recordPlanning(start, ticker.nanos());
    return plan;
  }

  /** Gives the literals of a planned statement the values that they have now. */
  public void fixLiterals(
      SqlPrepared prepared, StatementTransaction transaction, SessionSettings settings) {
    DataText data = prepared.text().data();
    if (data != null) {
      PlanContext context = context(prepared, transaction, settings);
      prepared.fixLiterals(plan -> frontEnd.fixed(plan, data, context));
    }
  }

  private static PlanContext context(
      SqlPrepared prepared, StatementTransaction transaction, SessionSettings settings) {
    return new PlanContext(
        prepared.givenTypes(),
        transaction,
        PlannerSwitches.of(settings),
        prepared.internalColumns(),
        false);
  }

  /** Returns the cached plan of a statement without parameters; null if it has to be planned. */
  public @Nullable PreparedStatement findPlan(
      SqlText text, StatementTransaction transaction, SessionSettings settings) {
    DataText data = text.data();
    return data == null
        ? null
        : frontEnd.find(
            data, new PlanContext(List.of(), transaction, PlannerSwitches.of(settings)));
  }

  private PreparedStatement prepare(StatementText text, PlanContext context) {
    try {
      return switch (text.statement()) {
        case Definition definition -> definitions.prepare(text, definition, context);
        case Command command -> commands.prepare(text, command, context);
        default ->
            throw new IllegalStateException(
                "neither data, definition nor command: " + text.statement().getClass());
      };
    } catch (ColonnadeException e) {
      throw text.error(e);
    } catch (StackOverflowError e) {
      throw new ColonnadeException(
          ErrorCode.STATEMENT_TOO_COMPLEX, "stack depth limit exceeded", e);
    }
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

  /** Returns the type of an OID; throws UNKNOWN_OBJECT if there is none. */
  public SqlType type(long oid, StatementTransaction transaction) {
    SqlType type = frontEnd.type(oid, transaction);
    if (type == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT, "type with OID %d does not exist".formatted(oid));
    }
    return type;
  }

  /** Returns the counters of the plan cache. */
  public PlanCacheStatistics statistics() {
    return frontEnd.statistics();
  }
}
