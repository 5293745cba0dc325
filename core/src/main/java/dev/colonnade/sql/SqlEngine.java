package dev.colonnade.sql;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.colonnade.sql.access.RowConditions;
import dev.colonnade.sql.access.StatementGround;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementPreparer;
import dev.colonnade.sql.statement.TableConditions;
import org.apache.calcite.sql.SqlNode;

/**
 * What all sessions share: the planner, and the plans that it made. Safe for use by many threads.
 *
 * <p>A plan is found again by its text and the version of the catalogue; nothing has to be thrown
 * away when tables change.
 */
public final class SqlEngine {
  /** The most plans that are kept. */
  public static final int PLANS_MAX = 1000;

  private record PlanKey(String sql, long catalogVersion) {}

  private final TableConditions conditions = new TableConditions();
  private final StatementPreparer preparer = new StatementPreparer();
  private final Cache<PlanKey, PreparedStatement> plans =
      Caffeine.newBuilder().maximumSize(PLANS_MAX).build();

  /** Conditions on rows, for who keeps rows that meet them. */
  public RowConditions conditions() {
    return conditions;
  }

  /** A session whose statements begin on {@code ground}. */
  public SqlSession session(StatementGround ground) {
    return new SqlSession(this, ground);
  }

  /** The statement, ready to run against the catalogue of a transaction. */
  PreparedStatement prepare(String sql, StatementTransaction transaction) {
    PlanKey key = new PlanKey(sql, transaction.catalog().version());
    PreparedStatement cached = plans.getIfPresent(key);
    if (cached != null) {
      return cached;
    }
    SqlNode node = StatementParser.parse(sql);
    PreparedStatement prepared = preparer.prepare(sql, node, transaction);
    if (prepared.isCacheable()) {
      plans.put(key, prepared);
    }
    return prepared;
  }
}
