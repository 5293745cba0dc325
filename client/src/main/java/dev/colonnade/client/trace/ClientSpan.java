package dev.colonnade.client.trace;

import dev.colonnade.protocol.frame.WireTraceContext;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Span of a request, from its call to the end of its response. Thread-safe. */
public interface ClientSpan {
  /** Span that records nothing. */
  ClientSpan NONE =
      new ClientSpan() {
        @Override
        public @Nullable WireTraceContext context() {
          return null;
        }

        @Override
        public void operation(String name) {}

        @Override
        public void server(InetSocketAddress address) {}

        @Override
        public void end(@Nullable String sqlState) {}
      };

  /** Returns the context that the server continues; null if there is none. */
  @Nullable WireTraceContext context();

  /** Sets the name of the operation. */
  void operation(String name);

  /** Sets the server that received the request. */
  void server(InetSocketAddress address);

  /**
   * Ends the span. Only the first call has an effect.
   *
   * @param sqlState of the failure; null if the request succeeded
   */
  void end(@Nullable String sqlState);
}
