package dev.colonnade.server.admin.http;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Answers the requests of one connection, one at a time: the next is not looked at before the
 * answer to the last is sent. Pages are made on the executor, everything else happens on the event
 * loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // there is nothing to do after closing
final class HttpExchange extends SimpleChannelInboundHandler<FullHttpRequest> {
  private final Map<String, HttpPage> pages;
  private final Executor executor;
  private final HttpDeadlines deadlines;
  private final HttpCounters counters;

  HttpExchange(
      Map<String, HttpPage> pages,
      Executor executor,
      HttpDeadlines deadlines,
      HttpCounters counters) {
    this.pages = requireNonNull(pages, "pages is null");
    this.executor = requireNonNull(executor, "executor is null");
    this.deadlines = requireNonNull(deadlines, "deadlines is null");
    this.counters = requireNonNull(counters, "counters is null");
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    context.channel().config().setAutoRead(false);
    deadlines.requestEnded();
    if (request.decoderResult().isFailure()) {
      send(context, HttpErrors.malformed(request.decoderResult().cause()), false);
      return;
    }
    boolean keepAlive = HttpUtil.isKeepAlive(request);
    if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
      send(context, HttpErrors.answer(HttpResponseStatus.METHOD_NOT_ALLOWED), keepAlive);
      return;
    }
    answer(context, Asked.of(request.uri()), keepAlive);
  }

  private void answer(ChannelHandlerContext context, Asked asked, boolean keepAlive) {
    HttpPage page = pages.get(asked.path);
    if (page == null) {
      send(context, HttpErrors.answer(HttpResponseStatus.NOT_FOUND), keepAlive);
      return;
    }
    try {
      executor.execute(
          () -> {
            HttpAnswer answer = make(asked, page);
            context.executor().execute(() -> send(context, answer, keepAlive));
          });
    } catch (RejectedExecutionException e) {
      send(context, HttpErrors.answer(HttpResponseStatus.SERVICE_UNAVAILABLE), false);
    }
  }

  private static HttpAnswer make(Asked asked, HttpPage page) {
    try {
      return page.answer(asked.query);
    } catch (RuntimeException | Error e) {
      return HttpErrors.failed(asked.path, e);
    }
  }

  private void send(ChannelHandlerContext context, HttpAnswer answer, boolean keepAlive) {
    counters.answered();
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(answer.status()),
            Unpooled.wrappedBuffer(answer.body()));
    HttpHeaders headers = response.headers();
    headers.set(HttpHeaderNames.CONTENT_TYPE, answer.contentType());
    headers.setInt(HttpHeaderNames.CONTENT_LENGTH, answer.body().length);
    headers.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
    headers.set("x-content-type-options", "nosniff");
    if (answer.status() == HttpResponseStatus.METHOD_NOT_ALLOWED.code()) {
      headers.set(HttpHeaderNames.ALLOW, "GET, HEAD");
    }
    if (!keepAlive) {
      headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
    ChannelFuture sent = context.writeAndFlush(response);
    sent.addListener(keepAlive ? (ChannelFutureListener) this::next : ChannelFutureListener.CLOSE);
  }

  private void next(ChannelFuture sent) {
    if (sent.isSuccess()) {
      deadlines.responseEnded();
      sent.channel().config().setAutoRead(true);
    } else {
      sent.channel().close();
    }
  }

  /** Most often the peer is gone; whatever it is, it is this connection's alone. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.close();
  }

  /** The page that was asked for, and what of it. */
  private record Asked(String path, HttpQuery query) {
    /** As it was meant; an empty path, which is no page, where that cannot be told. */
    static Asked of(String uri) {
      try {
        QueryStringDecoder decoder = new QueryStringDecoder(uri);
        return new Asked(decoder.path(), HttpQuery.of(decoder.parameters()));
      } catch (IllegalArgumentException e) {
        return new Asked("", HttpQuery.NONE);
      }
    }
  }
}
