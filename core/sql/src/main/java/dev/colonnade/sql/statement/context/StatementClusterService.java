package dev.colonnade.sql.statement.context;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.ClusterService;
import dev.colonnade.sql.statement.Execution;

/** The functions on the cluster in one execution. */
record StatementClusterService(Execution execution) implements ClusterService {
  @Override
  public String status() {
    return cluster().status();
  }

  @Override
  public void transferTo(String member) {
    cluster().transferTo(member);
  }

  @Override
  public void add(String member) {
    cluster().add(member);
  }

  @Override
  public void remove(String member) {
    cluster().remove(member);
  }

  private ClusterService cluster() {
    ClusterService cluster = execution.transaction().session().cluster();
    if (cluster == null) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "this server is not a member of a cluster");
    }
    return cluster;
  }
}
