package dev.colonnade.server.pg.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.server.pg.session.result.DataRowWriter;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.session.cursor.ClientPortal;
import dev.colonnade.sql.statement.SqlColumn;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Portal that FETCH, MOVE and CLOSE name as a cursor.
 *
 * @param opener sets the result of the portal
 * @param remover removes the portal from the session
 */
record CursorPortal(Portal portal, BiConsumer<Portal, SqlResult> opener, Runnable remover)
    implements ClientPortal {
  CursorPortal {
    requireNonNull(portal, "portal is null");
    requireNonNull(opener, "opener is null");
    requireNonNull(remover, "remover is null");
  }

  @Override
  public SqlPrepared query() {
    return requireNonNull(portal.statement().prepared(), "portal of an empty statement");
  }

  @Override
  public List<@Nullable Object> parameters() {
    return portal.parameters();
  }

  @Override
  public boolean isOpen() {
    return portal.rows() != null || portal.isDone();
  }

  @Override
  public void open(SqlResult result) {
    opener.accept(portal, result);
  }

  @Override
  public Cancellation follow(Cancellation reader) {
    return portal.follow(reader);
  }

  @Override
  public List<SqlColumn> columns() {
    return query().columns();
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    DataRowWriter rows = portal.rows();
    return rows == null ? null : rows.next();
  }

  @Override
  public void close() {
    remover.run();
    portal.close();
  }
}
