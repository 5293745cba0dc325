package dev.colonnade.sql.system.table;

import dev.colonnade.sql.system.SystemRows;
import dev.colonnade.sql.system.object.SystemCatalogView;

/** Producer of the rows of one system table. */
@FunctionalInterface
interface SystemRowProducer {
  /** Adds the rows of the table. */
  void produce(SystemCatalogView view, SystemRows rows);
}
