package dev.colonnade.sql.function;

/** Statement service of the functions on the cluster that the server is a member of. */
public interface ClusterService extends StatementService {
  /** Returns the state of this member and the list of members as a text of several lines. */
  String status();

  /** Makes another member the leader, and waits until it is one. */
  void transferTo(String member);

  /**
   * Adds a member, which runs already and waits.
   *
   * @param member text of the form {@code name=host:port}
   */
  void add(String member);

  /** Removes a member. */
  void remove(String member);
}
