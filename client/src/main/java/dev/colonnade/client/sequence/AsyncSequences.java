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

/** Creates, changes and finds sequences, for callers that do not wait. */
public final class AsyncSequences {
  private final Requests requests;

  public AsyncSequences(Requests requests) {
    this.requests = requireNonNull(requests, "requests is null");
  }

  /** The sequence of that name as it is now. */
  public CompletableFuture<Sequence> find(String name) {
    return describe(name).thenApply(this::handle);
  }

  /** What the sequence of that name is, and what it is at. */
  public CompletableFuture<SequenceDescription> describe(String name) {
    return requests.read(
        new SequenceRequest.Describe(name),
        SequenceResponse.Described.class,
        SequenceResponse.Described::description);
  }

  /** The names of all sequences. */
  public CompletableFuture<List<String>> names() {
    return requests.read(
        new SequenceRequest.ListAll(), SequenceResponse.Names.class, SequenceResponse.Names::names);
  }

  /** {@code CREATE SEQUENCE}. */
  public CompletableFuture<Sequence> create(
      String name, SequenceOptions options, boolean ifNotExists) {
    return define(new SequenceRequest.Create(name, options, ifNotExists));
  }

  /** {@code ALTER SEQUENCE}: what the options do not say stays. */
  public CompletableFuture<Sequence> alter(String name, SequenceOptions options) {
    return define(new SequenceRequest.Alter(name, options, OptionValue.UNSET));
  }

  /** {@code RESTART}: the next value is where the sequence starts. */
  public CompletableFuture<Sequence> restart(String name) {
    return define(new SequenceRequest.Alter(name, SequenceOptions.UNSET, OptionValue.STANDARD));
  }

  /** {@code RESTART WITH}: the next value is {@code value}. */
  public CompletableFuture<Sequence> restart(String name, long value) {
    return define(new SequenceRequest.Alter(name, SequenceOptions.UNSET, OptionValue.of(value)));
  }

  /** {@code RENAME TO}. */
  public CompletableFuture<Sequence> rename(String name, String newName) {
    return define(new SequenceRequest.Rename(name, newName));
  }

  /** {@code DROP SEQUENCE}. */
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
