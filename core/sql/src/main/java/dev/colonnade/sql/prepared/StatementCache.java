package dev.colonnade.sql.prepared;

import static java.util.Objects.requireNonNull;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.sql.parse.StatementSplitter;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementPreparer;
import dev.colonnade.sql.type.SqlType;
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
  private final Cache<PlanKey, PreparedStatement> plans =
      Caffeine.newBuilder().maximumSize(PLANS_MAX).build();
  private final Cache<String, List<SqlText>> texts =
      Caffeine.newBuilder().maximumSize(TEXTS_MAX).build();

  /** Creates an empty cache of plans that {@code preparer} makes. */
  public StatementCache(StatementPreparer preparer) {
    this.preparer = requireNonNull(preparer, "preparer is null");
  }

  /** Returns the statements of a text. */
  public List<SqlText> parse(String text) {
    List<SqlText> cached = texts.getIfPresent(text);
    if (cached != null) {
      return cached;
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

  /** Returns the plan of a statement for the catalog that a transaction sees. */
  public PreparedStatement plan(
      SqlText text, List<@Nullable SqlType> types, StatementTransaction transaction) {
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
    try {
      // Parsed again, since planning changes nodes.
      SqlNode node = StatementParser.parse(text.toParse());
      StatementPreparer typed = preparer.with(types);
      PreparedStatement prepared;
      if (!text.lockedSubqueries().isEmpty()) {
        prepared = typed.prepareLocking(text.toParse(), text.lockedSubqueries(), transaction);
      } else if (text.lockings().isEmpty()) {
        prepared = typed.prepare(text.text(), node, transaction);
      } else {
        prepared = typed.prepareLocking(text.text(), node, text.lockings(), transaction);
      }
      if (prepared.isCacheable() && !names.catalog().isUncommitted()) {
        plans.put(key, prepared);
      }
      return prepared;
    } catch (ColonnadeException e) {
      throw SqlErrors.shifted(e, text.offset());
    } catch (RuntimeException e) {
      throw SqlErrors.shifted(SqlErrors.of(text.text(), e), text.offset());
    }
  }

  /** Returns the plan of a statement that returns the values of some expressions in one row. */
  public PreparedStatement row(
      String sql, List<SqlNode> expressions, StatementTransaction transaction) {
    return preparer.prepareRow(sql, expressions, transaction);
  }
}
