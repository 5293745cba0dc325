package dev.colonnade.client.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.sequence.SequenceDescription;
import dev.colonnade.protocol.sequence.SequenceOptions;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Creates, changes and finds sequences, for callers that wait. */
public final class Sequences {
  private final AsyncSequences async;

  public Sequences(AsyncSequences async) {
    this.async = requireNonNull(async, "async is null");
  }

  /** The sequence of that name as it is now. */
  public Sequence find(String name) {
    return await(async.find(name));
  }

  /** What the sequence of that name is, and what it is at. */
  public SequenceDescription describe(String name) {
    return await(async.describe(name));
  }

  /** The names of all sequences. */
  public List<String> names() {
    return await(async.names());
  }

  /** {@code CREATE SEQUENCE}. */
  public Sequence create(String name, SequenceOptions options, boolean ifNotExists) {
    return await(async.create(name, options, ifNotExists));
  }

  /** {@code ALTER SEQUENCE}: what the options do not say stays. */
  public Sequence alter(String name, SequenceOptions options) {
    return await(async.alter(name, options));
  }

  /** {@code RESTART}: the next value is where the sequence starts. */
  public Sequence restart(String name) {
    return await(async.restart(name));
  }

  /** {@code RESTART WITH}: the next value is {@code value}. */
  public Sequence restart(String name, long value) {
    return await(async.restart(name, value));
  }

  /** {@code RENAME TO}. */
  public Sequence rename(String name, String newName) {
    return await(async.rename(name, newName));
  }

  /** {@code DROP SEQUENCE}. */
  public void drop(String name, boolean ifExists) {
    await(async.drop(name, ifExists));
  }

  private <T> T await(CompletableFuture<T> answer) {
    return async.requests().await(answer);
  }
}
