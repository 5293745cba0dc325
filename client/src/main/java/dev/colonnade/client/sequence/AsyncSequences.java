package dev.colonnade.client.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.net.Requests;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.request.SequenceRequest;
import dev.colonnade.protocol.response.Ok;
import dev.colonnade.protocol.response.SequenceResponse;
import dev.colonnade.protocol.sequence.OptionValue;
import dev.colonnade.protocol.sequence.SequenceDescription;
import dev.colonnade.protocol.sequence.SequenceOptions;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Asynchronous client for sequence definitions: creates, alters, drops and finds sequences. */
public final class AsyncSequences {
  private final Requests requests;

  public AsyncSequences(Requests requests) {
    this.requests = requireNonNull(requests, "requests is null");
  }

  /** Returns the current description of the sequence of that name. */
  public CompletableFuture<Sequence> find(String name) {
    return describe(name).thenApply(this::handle);
  }

  /** Returns the definition and state of the sequence of that name. */
  public CompletableFuture<SequenceDescription> describe(String name) {
    return requests.read(
        new SequenceRequest.Describe(name),
        SequenceResponse.Described.class,
        SequenceResponse.Described::description);
  }

  /** Returns the names of all sequences. */
  public CompletableFuture<List<String>> names() {
    return requests.read(
        new SequenceRequest.ListAll(), SequenceResponse.Names.class, SequenceResponse.Names::names);
  }

  /** Creates a sequence ({@code CREATE SEQUENCE}). */
  public CompletableFuture<Sequence> create(
      String name, SequenceOptions options, boolean ifNotExists) {
    return define(new SequenceRequest.Create(name, options, ifNotExists));
  }

  /** Alters a sequence ({@code ALTER SEQUENCE}); unspecified options do not change. */
  public CompletableFuture<Sequence> alter(String name, SequenceOptions options) {
    return define(new SequenceRequest.Alter(name, options, OptionValue.UNSET));
  }

  /** Restarts a sequence at its start value ({@code RESTART}). */
  public CompletableFuture<Sequence> restart(String name) {
    return define(new SequenceRequest.Alter(name, SequenceOptions.UNSET, OptionValue.STANDARD));
  }

  /** Restarts a sequence at {@code value} ({@code RESTART WITH}). */
  public CompletableFuture<Sequence> restart(String name, long value) {
    return define(new SequenceRequest.Alter(name, SequenceOptions.UNSET, OptionValue.of(value)));
  }

  /** Renames a sequence ({@code RENAME TO}). */
  public CompletableFuture<Sequence> rename(String name, String newName) {
    return define(new SequenceRequest.Rename(name, newName));
  }

  /** Drops a sequence ({@code DROP SEQUENCE}). */
  public CompletableFuture<Ok> drop(String name, boolean ifExists) {
    SequenceRequest.Drop request = new SequenceRequest.Drop(name, ifExists);
    return requests.change(() -> request, Ok.class, ok -> ok);
  }

  Requests requests() {
    return requests;
  }

  private CompletableFuture<Sequence> define(Request request) {
    return requests.change(
        () -> request, SequenceResponse.Described.class, it -> handle(it.description()));
  }

  private Sequence handle(SequenceDescription description) {
    return new Sequence(requests, description);
  }
}
