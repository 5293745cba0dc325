package dev.colonnade.sql.function;

/** Statement service of the functions on the statistics of statements. */
public interface StatementStatisticsService extends StatementService {
  /**
   * Discards the statistics of a role, a database and a shape of statements, each 0 for all.
   *
   * @throws dev.colonnade.error.ColonnadeException INSUFFICIENT_PRIVILEGE if the user is no
   *     superuser
   */
  void reset(long roleOid, long databaseOid, long shapeId);
}
