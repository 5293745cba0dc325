package dev.colonnade.sql;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.access.SqlSessionContext;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.row.RowExpressionCompiler;
import dev.colonnade.sql.definition.Definitions;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.sql.parse.StatementSplitter;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.statement.PlanOptions;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementPreparer;
import dev.colonnade.sql.statement.TableConditions;
import dev.colonnade.sql.type.SqlType;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * What all sessions share: the planner, the plans that it made, and short texts that were parsed.
 * Safe for use by many threads.
 *
 * <p>A plan is found again by its text and the version of the catalogue; nothing has to be thrown
 * away when tables change.
 */
public final class SqlEngine {
  /** The most plans that are kept. */
  public static final int PLANS_MAX = 1000;

  /** The most texts that are kept. */
  public static final int TEXTS_MAX = 1000;

  /** The longest text that is kept, in characters. */
  private static final int TEXT_LENGTH_MAX = 4096;

  private record PlanKey(
      String sql,
      List<@Nullable SqlType> types,
      PlanOptions options,
      NameKey names,
      long statisticsVersion) {}

  private record NameKey(long catalogVersion, int databaseId, List<Integer> path) {}

  private final TableConditions conditions = new TableConditions();
  private final StatementPreparer preparer =
      new StatementPreparer(new Definitions(new SecureRandom()));
  private final Cache<PlanKey, PreparedStatement> plans =
      Caffeine.newBuilder().maximumSize(PLANS_MAX).build();
  private final Cache<String, List<SqlText>> texts =
      Caffeine.newBuilder().maximumSize(TEXTS_MAX).build();

  /** Conditions on rows, for who keeps rows that meet them. */
  public RowExpressionCompiler conditions() {
    return conditions;
  }

  /** Returns a session that runs in {@code ground}, with settings that it shares with the engine. */
  public SqlSession session(SqlSessionContext ground, SessionSettings settings) {
    return new SqlSession(this, ground, settings);
  }

  /** The statements of a text. */
  List<SqlText> parse(String text) {
    List<SqlText> known = texts.getIfPresent(text);
    if (known != null) {
      return known;
    }
    StatementParser.requireLength(text);
    List<SqlText> parsed = new ArrayList<>();
    for (StatementSplitter.Piece piece : StatementSplitter.split(text)) {
      parsed.add(parse(piece));
    }
    List<SqlText> statements = List.copyOf(parsed);
    if (text.length() <= TEXT_LENGTH_MAX) {
      texts.put(text, statements);
    }
    return statements;
  }

  private static SqlText parse(StatementSplitter.Piece piece) {
    try {
      return new SqlText(piece, StatementParser.parse(piece.toParse()));
    } catch (ColonnadeException e) {
      throw SqlErrors.shifted(e, piece.offset());
    }
  }

  /** The statement, ready to run against the catalogue of a transaction. */
  PreparedStatement plan(
      SqlText text,
      List<@Nullable SqlType> types,
      PlanOptions options,
      StatementTransaction transaction) {
    NameScope names = transaction.names();
    PlanKey key =
        new PlanKey(
            text.text(),
            types,
            options,
            new NameKey(names.catalog().version(), names.database().id(), names.pathIds()),
            transaction.tables().statisticsVersion());
    PreparedStatement cached = plans.getIfPresent(key);
    if (cached != null) {
      return cached;
    }
    try {
      // Parsed anew, since planning changes nodes.
      SqlNode node = StatementParser.parse(text.toParse());
      StatementPreparer typed = preparer.with(types, options);
      PreparedStatement prepared;
      if (!text.lockedSubqueries().isEmpty()) {
        prepared = typed.prepareLocking(text.toParse(), text.lockedSubqueries(), transaction);
      } else if (text.lockings().isEmpty()) {
        prepared = typed.prepare(text.text(), node, transaction);
      } else {
        prepared = typed.prepareLocking(text.text(), node, text.lockings(), transaction);
      }
      if (prepared.isCacheable() && !names.catalog().isDraft()) {
        plans.put(key, prepared);
      }
      return prepared;
    } catch (ColonnadeException e) {
      throw SqlErrors.shifted(e, text.offset());
    } catch (RuntimeException e) {
      throw SqlErrors.shifted(SqlErrors.of(text.text(), e), text.offset());
    }
  }

  /** The values of some expressions, as a statement that returns them in one row. */
  PreparedStatement row(String sql, List<SqlNode> expressions, StatementTransaction transaction) {
    return preparer.prepareRow(sql, expressions, transaction);
  }
}
