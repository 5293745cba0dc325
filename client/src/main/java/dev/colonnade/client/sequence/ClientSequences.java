package dev.colonnade.client.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.sequence.WireSequenceDescription;
import dev.colonnade.protocol.sequence.WireSequenceOptions;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Blocking client for sequence definitions: creates, alters, drops and finds sequences. */
public final class ClientSequences {
  private final AsyncClientSequences async;

  /** Creates the blocking form of a client of sequences. */
  public ClientSequences(AsyncClientSequences async) {
    this.async = requireNonNull(async, "async is null");
  }

  /** Returns the current description of the sequence of that name. */
  public ClientSequence find(String name) {
    return await(async.find(name));
  }

  /** Returns the definition and state of the sequence of that name. */
  public WireSequenceDescription describe(String name) {
    return await(async.describe(name));
  }

  /** Returns the names of all sequences. */
  public List<String> names() {
    return await(async.names());
  }

  /** Creates a sequence ({@code CREATE SEQUENCE}). */
  public ClientSequence create(String name, WireSequenceOptions options, boolean ifNotExists) {
    return await(async.create(name, options, ifNotExists));
  }

  /** Alters a sequence ({@code ALTER SEQUENCE}); unspecified options do not change. */
  public ClientSequence alter(String name, WireSequenceOptions options) {
    return await(async.alter(name, options));
  }

  /** Restarts a sequence at its start value ({@code RESTART}). */
  public ClientSequence restart(String name) {
    return await(async.restart(name));
  }

  /** Restarts a sequence at {@code value} ({@code RESTART WITH}). */
  public ClientSequence restart(String name, long value) {
    return await(async.restart(name, value));
  }

  /** Renames a sequence ({@code RENAME TO}). */
  public ClientSequence rename(String name, String newName) {
    return await(async.rename(name, newName));
  }

  /** Drops a sequence ({@code DROP SEQUENCE}). */
  public void drop(String name, boolean ifExists) {
    await(async.drop(name, ifExists));
  }

  private <T> T await(CompletableFuture<T> answer) {
    return async.requests().await(answer);
  }
}
