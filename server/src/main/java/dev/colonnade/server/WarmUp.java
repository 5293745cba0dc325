package dev.colonnade.server;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.sql.result.SqlResult;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warm-up of a server that has just become ready: executes a few statements on system tables, so
 * that the classes of parser, planner and operators are loaded before the first statement of a
 * user. It ends with the first connection, after the statement that it is executing, so that it
 * does not compete with users for processors.
 */
final class WarmUp {
  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);

  static final String USER = "colonnade";

  static final List<String> STATEMENTS =
      List.of(
          "select 1",
          "select c.relname, n.nspname from pg_catalog.pg_class c left join"
              + " pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'v')"
              + " and pg_catalog.pg_table_is_visible(c.oid) order by 1, 2",
          "select a, count(*) from (values (1), (2)) x (a) join (values (1), (3)) y (b) on a = b"
              + " where a > 0 group by a");

  private final Database database;
  private final BooleanSupplier hasUsers;

  private WarmUp(Database database, BooleanSupplier hasUsers) {
    this.database = requireNonNull(database, "database is null");
    this.hasUsers = requireNonNull(hasUsers, "hasUsers is null");
  }

  /** Starts a warm-up in a thread of its own, which is returned. */
  static Thread start(Database database, BooleanSupplier hasUsers) {
    WarmUp warmUp = new WarmUp(database, hasUsers);
    return Thread.ofPlatform().daemon().name("colonnade-warm-up").start(warmUp::run);
  }

  private void run() {
    try (Session session = database.session(USER)) {
      for (String statement : STATEMENTS) {
        if (hasUsers.getAsBoolean()) {
          return;
        }
        execute(session, statement);
      }
    } catch (RuntimeException e) {
      // The server may be stopping already; a fault of its own would show in a user's statement.
      LOG.debug("warm-up ended early", e);
    }
  }

  private static void execute(Session session, String statement) {
    try (SqlResult result = session.sql().execute(statement)) {
      while (result.next() != null) {
        // The rows do not matter.
      }
    }
  }
}
