package dev.colonnade.sql.system;

/** Producer of the rows of one system table. */
@FunctionalInterface
interface SystemRowProducer {
  /** Adds the rows of the table. */
  void produce(SystemView view, SystemRows rows);
}
